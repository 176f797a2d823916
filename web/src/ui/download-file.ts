const RELEASED_AFTER_MS = 10_000;

/** Hands a file to the browser's downloads. */
export function downloadFile(name: string, content: string | Blob, type = "text/csv;charset=utf-8"): void {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), RELEASED_AFTER_MS);
}

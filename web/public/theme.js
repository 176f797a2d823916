// Runs before the first paint, so that a dark page never flashes white. Kept apart because the page allows no inline script.
(() => {
  let choice = "system";
  try {
    choice = localStorage.getItem("tributary.theme") ?? "system";
  } catch {
    // Storage is switched off: the system decides.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();

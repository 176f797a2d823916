const GAP = 6;
const EDGE = 8;

/** Puts a popup above its element, below when there is no room, and never outside of the window. */
export function placeNear(anchor: HTMLElement | null, popup: HTMLElement | null): void {
  if (anchor === null || popup === null) return;
  const place = anchor.getBoundingClientRect();
  const { width, height } = popup.getBoundingClientRect();
  const above = place.top - height - GAP;
  const left = place.left + place.width / 2 - width / 2;
  popup.style.top = `${above < EDGE ? place.bottom + GAP : above}px`;
  popup.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
}

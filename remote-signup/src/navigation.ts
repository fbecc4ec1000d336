/** Leaves the page for `address`. A module of its own, so that a test can replace it. */
export function leaveFor(address: string): void {
  window.location.assign(address);
}

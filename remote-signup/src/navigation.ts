/** Leaves the page for `address`. A module of its own, since nothing else can stand in for it in a test. */
export function leaveFor(address: string): void {
  window.location.assign(address);
}

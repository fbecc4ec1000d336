/** Leaves the page for `address`. It is a separate module so that tests can replace it. */
export function leaveFor(address: string): void {
  window.location.assign(address);
}

/** focused moves the focus to an element when it is shown, for those who do not see that it has replaced another. */
export function focused(element: HTMLElement): void {
  element.focus({ preventScroll: true });
}

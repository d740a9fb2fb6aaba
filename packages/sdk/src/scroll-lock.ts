/**
 * Prevents the page behind the modal from scrolling, without moving a pixel: the space of a scroll
 * bar stays reserved. Returns a function to undo it.
 */
export function lockScroll(): () => void {
  const { body, documentElement: root } = document
  const isVisible = (element: Element) => getComputedStyle(element).overflow === 'visible'
  // The body's overflow applies to the window only while the root has none: setting it on the root
  // would make the body a box of its own, in which sticky elements jump.
  const scroller = body && isVisible(root) && !isVisible(body) ? body : root
  const bar = innerWidth - root.clientWidth
  const undo = [change(scroller, 'overflow', 'hidden')]
  if (bar > 0) {
    undo.push(
      'scrollbarGutter' in root.style
        ? change(root, 'scrollbar-gutter', 'stable')
        : change(root, 'padding-inline-end', `${bar}px`),
    )
  }
  return () => {
    for (const each of undo) each()
  }
}

function change(element: HTMLElement, name: string, value: string): () => void {
  const { style } = element
  const hadStyle = element.hasAttribute('style')
  const before = style.getPropertyValue(name)
  const priority = style.getPropertyPriority(name)
  style.setProperty(name, value, 'important')
  return () => {
    style.setProperty(name, before, priority)
    if (!hadStyle && style.length === 0) element.removeAttribute('style')
  }
}

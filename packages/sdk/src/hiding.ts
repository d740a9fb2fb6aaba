/** Hides an element, keeps its place, and gives it back as it was. */

/** Nobody can use what is not shown as `allowed`. */
export type Hiding = {
  show(state: string): void
  /** Again, after the page has changed. */
  hold(): void
  /** It is none of ours any more. */
  release(): void
}

type Control = HTMLElement & { disabled: boolean }

const CONTROLS = 'button,fieldset,input,select,textarea'
/** Which of us disable a control; one that the store has disabled itself is left alone. */
const disabledBy = new WeakMap<Control, Set<Hiding>>()

export function createHiding(element: HTMLElement, attribute: string): Hiding {
  const { style } = element
  const controls = new Set<Control>()
  let held = false
  /** As the store has set it. */
  let before: readonly [visibility: string, priority: string] | undefined
  let focused: HTMLElement | undefined

  const hold = () => {
    if (!held) return
    const { activeElement } = document
    if (element.contains(activeElement)) focused = activeElement as HTMLElement
    for (const control of [element, ...element.querySelectorAll(CONTROLS)] as Control[]) {
      const by = disabledBy.get(control) ?? new Set()
      if (control.disabled !== false && by.size === 0) continue
      disabledBy.set(control, by.add(hiding))
      controls.add(control)
      control.disabled = true
    }
    const priority = style.getPropertyPriority('visibility')
    if (style.visibility === 'hidden' && priority === 'important') return
    before = [style.visibility, priority]
    style.setProperty('visibility', 'hidden', 'important')
  }
  const free = () => {
    held = false
    for (const control of controls) {
      const by = disabledBy.get(control)
      by?.delete(hiding)
      if (by?.size === 0) control.disabled = false
    }
    controls.clear()
    if (before) style.setProperty('visibility', ...before)
    before = undefined
    if (element.getAttribute('style') === '') element.removeAttribute('style')
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true })
    focused = undefined
  }
  const hiding: Hiding = {
    show(state) {
      if (element.getAttribute(attribute) !== state) element.setAttribute(attribute, state)
      if (state === 'allowed') return held && free()
      held = true
      hold()
    },
    hold,
    release() {
      free()
      element.removeAttribute(attribute)
    },
  }
  return hiding
}

/** The buyer must choose again: what he has chosen is not there. */
export function uncheck(element: Element): void {
  for (const input of [element, ...element.querySelectorAll('input')] as HTMLInputElement[]) {
    if (input.type !== 'radio' || !input.checked) continue
    input.checked = false
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Hides an element, keeps its space, and restores it. */

export type State = 'checking' | 'allowed' | 'refused' | 'failed'

/** Elements that are not `allowed` cannot be used. */
export type Hiding = {
  readonly state: State
  show(state: State): void
  /** Applies it again, after the page has changed. */
  hold(): void
  /** Restores the element. */
  release(): void
}

/** Any element: few can be disabled, and fewer selected. */
type Control = HTMLElement & Partial<Pick<HTMLInputElement, 'checked' | 'disabled' | 'type'>>

const CONTROLS = 'button,fieldset,input,select,textarea'
/** How many of us disable a control; one that the store has disabled itself is left alone. */
const holders = new WeakMap<Control, number>()

export function createHiding(element: HTMLElement, attribute: string): Hiding {
  const { style } = element
  const held = new Set<Control>()
  let state: State = 'allowed'
  /** As the store has set it. */
  let visibility: readonly [value: string, priority: string] | undefined
  let focused: HTMLElement | undefined

  const holdControl = (control: Control) => {
    const others = holders.get(control)
    if (!held.has(control) && (others || control.disabled === false)) {
      held.add(control)
      holders.set(control, (others ?? 0) + 1)
    }
    // Setting it again would count as a change of the page.
    if (held.has(control) && !control.disabled) control.disabled = true
    // The selected payment method is gone: the buyer must select again.
    if (state === 'checking' || control.type !== 'radio' || !control.checked) return
    control.checked = false
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const hold = () => {
    if (state === 'allowed') return
    const { activeElement } = document
    // An element with the focus can be focused.
    if (element.contains(activeElement)) focused = activeElement as HTMLElement
    holdControl(element)
    element.querySelectorAll<Control>(CONTROLS).forEach(holdControl)
    const priority = style.getPropertyPriority('visibility')
    if (priority && style.visibility === 'hidden') return
    visibility = [style.visibility, priority]
    style.setProperty('visibility', 'hidden', 'important')
  }
  const free = () => {
    for (const control of held) {
      const others = (holders.get(control) ?? 1) - 1
      holders.set(control, others)
      if (!others) control.disabled = false
    }
    held.clear()
    if (visibility) style.setProperty('visibility', ...visibility)
    visibility = undefined
    if (!element.getAttribute('style')) element.removeAttribute('style')
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true })
    focused = undefined
  }
  return {
    get state() {
      return state
    },
    show(next) {
      if (element.getAttribute(attribute) !== next) element.setAttribute(attribute, next)
      state = next
      if (next === 'allowed') free()
      else hold()
    },
    hold,
    release() {
      free()
      element.removeAttribute(attribute)
    },
  }
}

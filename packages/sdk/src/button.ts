/**
 * Shows the store's own button where its amount can be financed, and nothing where it cannot. What
 * is hidden keeps its place, so that nothing on the page moves; `data-<brand>-state` says how it
 * stands, for stores that give the place to something else.
 */
import { type Answer, type Ask, inquire } from './ask.ts'
import { createHiding, type Hiding, type State } from './hiding.ts'
import { followButtons } from './payment-info.ts'
import type { Say } from './say.ts'
import type { Settings } from './settings.ts'
import { isSelector, type Watch } from './watch.ts'

export type ButtonOptions = {
  /** Any selector: the button, or what stands around it. Absent: what has the attribute. */
  readonly selector?: string
  /** In minor units: 120.50 is 12050. Absent: `data-amount` of the element. */
  readonly amount?: number | string
  /** ISO 4217. Absent: `data-currency` of the element. */
  readonly currency?: string
  /** Absent: `data-product-type` of the element, else any product of the store. */
  readonly product?: { readonly type?: 'instalments' | 'pay_later' | 'pay_in_4' }
}

export type Button = (options?: ButtonOptions) => void

type Known = {
  readonly hiding: Hiding
  state: State
  /** What was asked of it last; empty where something is missing. */
  path?: string
  stop?: () => void
}

/** Where an amount is not there yet, a call may still bring it. */
const LATE_MS = 2_000
const NO_AMOUNT = 'a button has no data-amount, and no call of button() brings it'
const AMOUNT = /^(0|[1-9]\d{0,12})$/

export function createButton({ brand }: Settings, ask: Ask, watch: Watch, say: Say): Button {
  const marked = `[data-${brand}-button]`
  const stateAttribute = `data-${brand}-state`
  /** By selector; where several find the same element the last one counts. */
  const calls = new Map<string, ButtonOptions>([[marked, {}]])
  const optionsOf = new Map<Element, ButtonOptions>()
  const known = new Map<Element, Known>()
  const attribute = `data-${brand}-payment-info`
  const follow = followButtons({ attribute, stateAttribute }, known, watch)

  const show = (one: Known, state: State) => {
    one.state = state
    one.hiding.show(state)
    follow()
  }
  const hear = (one: Known, { status, body }: Partial<Answer> = {}) => {
    if (status === 400)
      say.warn(`a button asks what is not valid: ${JSON.stringify(body.error.fields)}`)
    const refused = status === 400 || (status === 403 && body.allowed === false)
    show(one, status === 201 ? 'allowed' : refused ? 'refused' : 'failed')
  }
  const look = watch({
    find() {
      optionsOf.clear()
      for (const [selector, options] of calls) {
        for (const element of document.querySelectorAll(selector)) optionsOf.set(element, options)
      }
      return optionsOf.keys()
    },
    seen(element) {
      const one: Known = known.get(element) ?? {
        hiding: createHiding(element as HTMLElement, stateAttribute),
        state: 'checking',
      }
      known.set(element, one)
      const { path, fault } = readQuestion(element, optionsOf.get(element))
      if (path === one.path) return one.hiding.hold()
      one.stop?.()
      one.path = path
      show(one, path ? 'checking' : 'refused')
      if (path) one.stop = inquire(ask, path, (answer) => hear(one, answer))
      else if (fault !== NO_AMOUNT) say.warn(fault)
      else setTimeout(() => known.get(element)?.path === path && say.warn(fault), LATE_MS)
    },
    gone(element) {
      const one = known.get(element)
      known.delete(element)
      one?.stop?.()
      one?.hiding.release()
    },
    looked: follow,
  })
  return (options) => {
    const selector = options?.selector ?? marked
    if (!isSelector(selector, say)) return
    calls.delete(selector)
    calls.set(selector, options ?? {})
    look()
  }
}

/** An empty path where there is nothing to ask, and why. */
function readQuestion(element: Element, options: ButtonOptions = {}) {
  const read = (name: string, given: unknown) =>
    String(given ?? element.getAttribute(`data-${name}`) ?? '').trim()
  const amount = read('amount', options.amount)
  const currency = read('currency', options.currency)
  const type = read('product-type', options.product?.type)
  const isMissing = options.amount === undefined && !element.hasAttribute('data-amount')
  const fault = isMissing
    ? NO_AMOUNT
    : !AMOUNT.test(amount)
      ? `an amount is in whole minor units: 120.50 is written 12050, not "${amount}"`
      : !currency && 'a button has no data-currency: write EUR, for instance'
  if (fault) return { path: '', fault }
  const query = { amount, currency, ...(type && { 'product[type]': type }) }
  return { path: `/checkout/button?${new URLSearchParams(query)}`, fault: '' }
}

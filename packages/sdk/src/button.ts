/**
 * Shows the store's own button where its amount can be financed, and nothing where it cannot. What
 * is hidden keeps its place, so that nothing on the page moves; `data-<brand>-state` says how it
 * stands, for stores that give the place to something else.
 */
import { type Answer, type Ask, inquire } from './ask.ts'
import { createHiding, type Hiding, uncheck } from './hiding.ts'
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

type State = 'checking' | 'allowed' | 'refused' | 'failed'

/** Where an amount is not there yet, a call may still bring it. */
const LATE_MS = 2_000
const NO_AMOUNT = 'a button has no data-amount, and no call of button() has one for it'
const AMOUNT = /^(0|[1-9]\d{0,12})$/

export function createButton({ brand }: Settings, ask: Ask, watch: Watch, say: Say): Button {
  const marked = `[data-${brand}-button]`
  const stateAttribute = `data-${brand}-state`
  /** By selector; where several find the same element the last one counts. */
  const calls = new Map<string, ButtonOptions>([[marked, {}]])
  const optionsOf = new Map<Element, ButtonOptions>()
  const stateOf = new Map<Element, State>()
  const known = new Map<Element, { hiding: Hiding; path?: string; stop?: () => void }>()
  const attribute = `data-${brand}-payment-info`
  const spread = followButtons({ attribute, stateAttribute }, stateOf, watch)

  const show = (element: Element, state: State) => {
    stateOf.set(element, state)
    known.get(element)?.hiding.show(state)
    if (state !== 'allowed' && state !== 'checking') uncheck(element)
    spread()
  }
  const hear = (element: Element, { status, body }: Partial<Answer> = {}) => {
    if (status === 400) say.warn(`the button asks what is not valid: ${JSON.stringify(body)}`)
    const refused = status === 400 || body?.allowed === false
    show(element, status === 201 ? 'allowed' : refused ? 'refused' : 'failed')
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
      const one = known.get(element) ?? {
        hiding: createHiding(element as HTMLElement, stateAttribute),
      }
      known.set(element, one)
      const { path, fault } = readQuestion(element, optionsOf.get(element))
      if (path === one.path) return one.hiding.hold()
      one.stop?.()
      one.path = path
      show(element, path ? 'checking' : 'refused')
      if (path) one.stop = inquire(ask, path, (answer) => hear(element, answer))
      else if (fault !== NO_AMOUNT) say.warn(fault)
      else setTimeout(() => known.get(element)?.path === path && say.warn(fault), LATE_MS)
    },
    gone(element) {
      const one = known.get(element)
      one?.stop?.()
      one?.hiding.release()
      known.delete(element)
      stateOf.delete(element)
    },
    looked: spread,
  })
  return (options = {}) => {
    const { selector = marked } = options
    if (!isSelector(selector, say)) return
    calls.delete(selector)
    calls.set(selector, options)
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

/**
 * Shows the store's own button if its amount can be financed, and hides it otherwise. A hidden
 * element keeps its space, so that nothing on the page moves; `data-<brand>-state` has the state,
 * for stores that want to use the space.
 */
import type { Answer } from './answer.ts'
import { type Ask, inquire } from './ask.ts'
import { createHiding, type Hiding } from './hiding.ts'
import { showInfos } from './payment-info.ts'
import type { ButtonOptions } from './public.d.ts'
import type { Say } from './say.ts'
import type { Settings } from './settings.ts'
import { isSelector, type Watch } from './watch.ts'

type Button = (options?: ButtonOptions) => void

/** The last request, and its key; empty if something is missing. */
type Known = Hiding & { question?: string; stop?: () => void }

/** If there is no amount yet, a call may still provide one. */
const LATE_MS = 2_000
/** Information sends no request itself. */
const NOTHING = { path: 'none', fault: '' }
const NO_AMOUNT = 'a button has no data-amount'
const AMOUNT = /^(0|[1-9]\d{0,11})$/

export function createButton(settings: Settings, ask: Ask, watch: Watch, say: Say): Button {
  const { brand } = settings
  const marked = `[data-${brand}-button]`
  const stateAttribute = `data-${brand}-state`
  const list = (selector: string) => document.querySelectorAll<HTMLElement>(selector)
  /** By selector; if several find the same element the last one counts. */
  const calls = new Map<string, ButtonOptions>([[marked, {}]])
  /** Undefined for information beside a button. */
  const optionsOf = new Map<HTMLElement, ButtonOptions | undefined>()
  const known = new Map<Element, Known>()
  let isDue = false

  const follow = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      const inOrder = [...list(`[${stateAttribute}]`)].filter((each) => known.has(each))
      const buttons = inOrder.filter((each) => optionsOf.get(each))
      const infos = inOrder.filter((each) => !optionsOf.get(each))
      showInfos({ buttons, infos, hidings: known })
    })
  }
  const hear = (one: Known, { status, body }: Partial<Answer> = {}) => {
    const isWrong = status === 400
    if (isWrong) say.warn(`a button: ${JSON.stringify(body?.error?.fields)}`)
    const isRefused = isWrong || body?.allowed === false
    one.show(status === 201 ? 'allowed' : isRefused ? 'refused' : 'failed')
    follow()
  }
  const look = watch({
    find() {
      optionsOf.clear()
      for (const info of list(`[data-${brand}-payment-info]`)) optionsOf.set(info, undefined)
      for (const [selector, options] of calls) {
        for (const element of list(selector)) optionsOf.set(element, options)
      }
      return optionsOf.keys()
    },
    seen(element) {
      const options = optionsOf.get(element)
      const one: Known = known.get(element) ?? createHiding(element, stateAttribute)
      known.set(element, one)
      const { path, fault } = options ? readQuestion(element, options) : NOTHING
      const question = path && path + settings.publicKey
      if (question === one.question) return one.hold()
      one.stop?.()
      one.question = question
      one.show(path ? 'checking' : 'refused')
      if (!options) return
      if (path) one.stop = inquire(ask, path, (answer) => hear(one, answer))
      else if (fault !== NO_AMOUNT) say.warn(fault)
      else setTimeout(() => known.get(element)?.question === question && say.warn(fault), LATE_MS)
    },
    gone(element) {
      const one = known.get(element)
      known.delete(element)
      one?.stop?.()
      one?.release()
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

/** An empty path if nothing can be requested, and the reason. */
function readQuestion(element: Element, options: ButtonOptions) {
  const read = (name: string, given: unknown) =>
    String(given ?? element.getAttribute(`data-${name}`) ?? '').trim()
  const amount = read('amount', options.amount)
  const currency = read('currency', options.currency)
  const type = read('product-type', options.product?.type)
  let fault = currency ? '' : 'a button has no data-currency'
  if (!AMOUNT.test(amount)) fault = `120.50 is written 12050, not "${amount}"`
  if (options.amount === undefined && !element.hasAttribute('data-amount')) fault = NO_AMOUNT
  const query = new URLSearchParams({ amount, currency })
  if (type) query.set('product[type]', type)
  return { path: fault ? '' : `/checkout/button?${query}`, fault }
}

/** What a widget is about, read from its element and from the store's page around it. */
import type { Say } from './say.ts'
import { isSelector } from './watch.ts'
import { bounded, readDecimal, readPrice } from './widget-money.ts'

/** The amount to finance: of the price that the page shows, else of `data-amount`. */
export function amountOf(host: HTMLElement, currency: string, say: Say): number | undefined {
  const { amount, price, qty } = host.dataset
  const shown = nearest(host, price, say)
  const one = (shown && priceIn(shown, currency)) ?? readAmount(amount, say)
  const counter = nearest(host, qty, say)
  // One where nothing sensible stands, as while it is typed.
  const [, count = 1] = /^(\d{1,6})(?:[.,]0*)?$/.exec(counter ? textIn(counter) : '') ?? []
  return one && bounded(one * Number(count))
}

/** The wire's form, and no other: a mistake of a factor of a hundred would be shown as a price. */
function readAmount(amount: string | undefined, say: Say): number | undefined {
  if (amount === undefined || /^\d{1,13}$/.test(amount)) return amount ? Number(amount) : undefined
  say.warn(`data-amount="${amount}": 120.50 is written 12050`)
  return undefined
}

/** The first that can be seen, looking from the element outwards; else any. */
function nearest(host: HTMLElement, selector: string | undefined, say: Say): Element | undefined {
  let any: Element | undefined
  if (!selector || !isSelector(selector, say)) return any
  for (let around = host.parentElement; around; around = around.parentElement) {
    for (const each of around.querySelectorAll(selector)) {
      if (each.getClientRects().length > 0) return each
      any ??= each
    }
  }
  return any
}

function fieldOf(element: Element): HTMLInputElement | undefined {
  return element.matches('input,select,textarea') ? (element as HTMLInputElement) : undefined
}

/** Without what is struck out. */
function textIn(element: Element): string {
  const copy = (element.querySelector('ins') ?? element).cloneNode(true) as Element
  for (const old of copy.querySelectorAll('del,s')) old.remove()
  return (fieldOf(element)?.value ?? copy.textContent).trim()
}

function priceIn(element: Element, currency: string): number | undefined {
  const content = element.getAttribute('content')
  const isNumber = content || /^(number|hidden|range)$/.test(fieldOf(element)?.type ?? '')
  const text = content ?? textIn(element)
  return (isNumber ? readDecimal(text) : undefined) ?? readPrice(text, currency)
}

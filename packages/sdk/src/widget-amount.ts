/** What a widget is about, read from its element and from the store's page around it. */
import type { Say } from './say.ts'
import { isSelector } from './watch.ts'
import { readPrice } from './widget-money.ts'

/**
 * The amount to finance: the price that the page shows, else `data-amount`, times the quantity.
 * The service refuses what is no amount on the wire.
 */
export function amountOf(host: HTMLElement, currency: string, say: Say): number | undefined {
  const { amount, price, qty } = host.dataset
  const shown = price ? readPrice(textIn(nearest(host, price, say)), currency) : undefined
  const one = shown ?? readAmount(amount, say)
  // One where nothing sensible stands, as while it is typed.
  const [, count = 1] = /^(\d{1,6})(?:[.,]0*)?$/.exec(textIn(nearest(host, qty, say))) ?? []
  return one && one * Number(count)
}

/** The wire's form, and no other: a mistake of a factor of a hundred would be shown as a price. */
function readAmount(amount: string | undefined, say: Say): number | undefined {
  if (!amount) return undefined
  if (/^\s*\d+\s*$/.test(amount)) return Number(amount)
  say.warn(`data-amount="${amount}": 120.50 is written 12050`)
  return undefined
}

/** The first that can be seen, looking from the element outwards; else any. */
function nearest(host: Element, selector: string | undefined, say: Say): Element | undefined {
  let any: Element | undefined
  if (!selector || !isSelector(selector, say)) return any
  for (let around = host.parentElement; around; around = around.parentElement) {
    for (const each of around.querySelectorAll(selector)) {
      if (each.getClientRects().length > 0) return each
      any = each
    }
  }
  return any
}

/** Of a field or a `content` what it holds, else the text without what is struck out. */
function textIn(element: Element | undefined): string {
  if (!element) return ''
  const isField = element.matches('input,select,textarea')
  const field: Partial<HTMLInputElement> = isField ? element : {}
  const content = element.getAttribute('content')
  const number = content ?? (/^(num|hid|ran)/.test(field.type ?? '') ? field.value : undefined)
  // Programs write a point before a fraction of any length.
  if (Number(number)) return Number(number).toFixed(2)
  const copy = document.importNode(element.querySelector('ins') ?? element, true)
  for (const old of copy.querySelectorAll('del,s')) old.remove()
  return (number ?? field.value ?? copy.textContent).trim()
}

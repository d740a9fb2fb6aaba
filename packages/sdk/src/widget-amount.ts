/** The amount of a widget, from its element and the store's page around it. */
import type { Say } from './say.ts'
import { isSelector } from './watch.ts'
import { readPrice } from './widget-money.ts'

/**
 * The amount to finance: the price on the page, otherwise `data-amount`, times the quantity. The
 * service refuses invalid amounts.
 */
export function amountOf(host: HTMLElement, currency: string, say: Say): number | undefined {
  const { amount, price, qty } = host.dataset
  const shown = price ? readPrice(textIn(nearest(host, price, say)), currency) : undefined
  const one = shown ?? readAmount(amount, say)
  // One if the field has no valid value, as while typing.
  const [, count = 1] = /^(\d{1,6})(?:[.,]0*)?$/.exec(textIn(nearest(host, qty, say))) ?? []
  return one && one * Number(count)
}

/** Only the wire's form: a mistake by a factor of a hundred would be shown as a price. */
function readAmount(amount: string | undefined, say: Say): number | undefined {
  if (!amount) return undefined
  if (/^\s*\d+\s*$/.test(amount)) return Number(amount)
  say.warn(`data-amount="${amount}": 120.50 is written 12050`)
  return undefined
}

/** The first visible one, searching outwards from the element; otherwise any. */
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

/** The value of a field or a `content`, otherwise the text without deleted parts. */
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

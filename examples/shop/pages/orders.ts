/** What the buyer sees of their orders: after the checkout, and later. */
import { cartParams } from '../cart.ts'
import { findArticle } from '../catalogue.ts'
import type { FinancedOrder } from '../financing.ts'
import type { ShopOrder } from '../orders.ts'
import type { Stage, Standing } from '../standing.ts'
import { day, fill, type Language, money, type Texts, texts } from '../texts.ts'
import { drawing } from './articles.ts'
import { type Html, html } from './html.ts'
import { type Look, layout, link } from './layout.ts'

const NEXT_INSTALMENTS = 3

/**
 * Where the checkout sends the buyer. The address proves nothing, so the page says how the order
 * really stands.
 */
export function resultPage(look: Look, { order, financed, stage }: Standing): string {
  const text = texts[look.language]
  const { number, customer } = order
  const say = (line: string) => html`<p class="lead">${fill(line, { order: number })}</p>`
  const thanks = stage === 'transfer' ? text.thanksTransfer : text.thanksLine
  const plan = financed && instalments(financed, look.language)
  const staff = html`<p><a class="button" href="${link(look, '/staff')}#${number}">
${text.nextStaff}</a></p>`
  const mine = html`<p><a href="${link(look, '/orders')}">${text.myOrders}</a></p>`
  const again = link(look, '/checkout', cartParams({ lines: linesOf(order), total: order.total }))
  const shown: Readonly<
    Record<'thanks' | 'waiting' | 'open' | 'refused', readonly [string, Html]>
  > = {
    thanks: [
      fill(text.thanks, { name: customer.firstName }),
      html`${say(thanks)}${plan}${staff}${mine}`,
    ],
    waiting: [text.waiting, html`${say(text.waitingLine)}${mine}`],
    open: [
      fill(text.openCheckout, { order: number }),
      html`${say(text.openCheckoutLine)}<p><a class="button" href="${again}">${text.goOn}</a></p>`,
    ],
    refused: [
      text.refused,
      html`${say(text.refusedLine)}<p><a class="button" href="${again}">${text.tryAgain}</a></p>`,
    ],
  }
  const [title, content] = shown[results[stage]]
  const main = html`<div class="wide result ${results[stage]}" data-stage="${stage}"
  data-order="${number}"><div class="basket">${order.lines.map(({ id }) => drawing(id))}</div>
<div><h1>${title}</h1>${content}</div></div>`
  const emptyCart = results[stage] === 'thanks' || results[stage] === 'waiting'
  return layout(look, { title, main, emptyCart, script: 'result.js' })
}

const results = {
  transfer: 'thanks',
  toShip: 'thanks',
  part: 'thanks',
  shipped: 'thanks',
  confirming: 'waiting',
  waiting: 'open',
  cancelled: 'refused',
  refused: 'refused',
} as const satisfies Record<Stage, string>

function linesOf({ lines }: ShopOrder) {
  return lines.flatMap(({ id, quantity }) => {
    const article = findArticle(id)
    return article === undefined ? [] : [{ article, quantity }]
  })
}

export function myOrdersPage(look: Look, standings: readonly Standing[]): string {
  const text = texts[look.language]
  const main = html`<div class="wide"><h1>${text.myOrders}</h1>
${standings.length === 0 && html`<p>${text.noOrders}</p>`}
<ul class="orders">
${standings.map((standing) => html`<li>${orderCard(look, standing)}</li>`)}</ul></div>`
  return layout(look, { title: text.myOrders, main })
}

function orderCard({ language }: Look, standing: Standing): Html {
  return html`<article class="order">${orderHead(standing, language)}
${orderLines(standing.order, language)}
${sums(standing, language)}
${standing.financed && instalments(standing.financed, language)}</article>`
}

export function orderHead({ order, stage }: Standing, language: Language): Html {
  return html`<div class="order-head"><h2 id="${order.number}" tabindex="-1">${order.number}</h2>
<p class="note">${day(order.placed, language)}</p>
<p class="badge ${stage}">${stageName(stage, texts[language])}</p></div>`
}

function stageName(stage: Stage, text: Texts): string {
  const names: Readonly<Record<Stage, string>> = {
    waiting: text.stateWaiting,
    confirming: text.stateConfirming,
    transfer: text.stateTransfer,
    toShip: text.stateToShip,
    part: text.statePart,
    shipped: text.stateShipped,
    cancelled: text.stateCancelled,
    refused: text.stateRefused,
  }
  return names[stage]
}

export function orderLines({ lines }: ShopOrder, language: Language): Html {
  return html`<ul class="order-lines">${lines.map(
    ({ id, name, quantity, price }) =>
      html`<li>${drawing(id)}<span>${quantity} × ${name}</span>
<span>${money(price * quantity, language)}</span></li>`,
  )}</ul>`
}

export function sums({ order, financed }: Standing, language: Language): Html {
  const text = texts[language]
  const isUnknown = order.checkout !== null && financed === undefined
  const sum = (name: string, amount: number, key: string) =>
    html`<div><dt>${name}</dt><dd data-sum="${key}">${money(amount, language)}</dd></div>`
  return html`<dl class="sums">${sum(text.total, order.total, 'total')}${
    financed && [
      sum(text.shipped, financed.captured_amount, 'captured'),
      sum(text.returned, financed.refunded_amount, 'refunded'),
      sum(text.leftToShip, financed.remaining_capture_amount, 'left'),
    ]
  }</dl>${isUnknown && html`<p class="note">${text.unknown}</p>`}`
}

function instalments({ instalment_plan: plan }: FinancedOrder, language: Language): Html {
  const text = texts[language]
  if (plan === null || plan.loan === null) return html``
  const open = plan.loan.instalments.filter(({ open_amount: amount }) => amount > 0)
  if (open.length === 0) return html``
  return html`<div class="plan"><p class="plan-title">${text.nextInstalments}</p>
<ul>${open.slice(0, NEXT_INSTALMENTS).map(
    ({ due_date: date, open_amount: amount }) =>
      html`<li class="row"><span>${day(date, language)}</span>
<strong>${money(amount, language)}</strong></li>`,
  )}</ul><p class="note">${fill(text.plan, { count: String(plan.num_instalments) })}</p></div>`
}

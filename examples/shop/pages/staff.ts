/** The shop's own people: they ship, take goods back, and see what each step will do. */
import { randomUUID } from 'node:crypto'
import type { Change, Effects } from '../financing.ts'
import type { Stage, Standing } from '../standing.ts'
import { fill, type Language, money, type Texts, texts } from '../texts.ts'
import { type Html, html } from './html.ts'
import { type Look, layout } from './layout.ts'
import { orderHead, orderLines, sums } from './orders.ts'

export function staffPage(look: Look, standings: readonly Standing[]): string {
  const { language } = look
  const text = texts[language]
  const list = (chosen: readonly Standing[]) =>
    html`<ul class="orders">${chosen.map(
      (standing) => html`<li><article class="order"><div>${orderHead(standing, language)}
${customer(standing)}${orderLines(standing.order, language)}${sums(standing, language)}
${messages(standing, texts[language])}</div>
${actions(standing, language)}</article></li>`,
    )}</ul>`
  const open = standings.filter(({ stage }) => parts[stage] === 'open')
  const part = (name: 'unsigned' | 'done') => {
    const chosen = standings.filter(({ stage }) => parts[stage] === name)
    return (
      chosen.length > 0 &&
      html`<section data-part="${name}"><h2 class="part-title">${text[name]}</h2>
${list(chosen)}</section>`
    )
  }
  const main = html`<div class="wide staff"><h1>${text.staffTitle}</h1>
<p class="note">${text.staffNote}</p>
${open.length === 0 ? html`<p class="lead">${text.nothingToShip}</p>` : list(open)}
${part('unsigned')}${part('done')}</div>`
  return layout(look, { title: text.staffTitle, main, script: 'staff.js' })
}

/** Where an order stands on the page: to ship, waiting for its buyer, or over. */
const parts: Readonly<Record<Stage, 'open' | 'unsigned' | 'done'>> = {
  toShip: 'open',
  part: 'open',
  waiting: 'unsigned',
  confirming: 'unsigned',
  transfer: 'unsigned',
  shipped: 'done',
  cancelled: 'done',
  refused: 'done',
}

function customer({ order: { customer: of } }: Standing): Html {
  return html`<p class="note">${of.firstName} ${of.lastName}, ${of.street},
${of.postcode} ${of.city}</p>`
}

/** What the service has told of the order, and what the shop has answered. */
function messages({ order: { messages: received = [] } }: Standing, text: Texts): Html | false {
  return (
    received.length > 0 &&
    html`<details class="messages"><summary>${fill(text.messages, { count: `${received.length}` })}
</summary>${received.map(
      (each) => html`<p><code>${each.id}</code> → <code>${each.answer.status}</code></p>
<pre>${JSON.stringify(JSON.parse(each.text), null, 2)}</pre>`,
    )}</details>`
  )
}

function actions(standing: Standing, language: Language): Html {
  const { stage, financed } = standing
  if (financed === undefined || !['toShip', 'part', 'shipped'].includes(stage)) return html``
  const text = texts[language]
  const returns = financed.captured_amount > 0 ? returnFields(standing, language) : undefined
  const toShip = financed.remaining_capture_amount
  return html`<div class="actions">
${toShip > 0 && form(standing, 'ship', text, amountField(language, toShip), text.ship)}
${returns !== undefined && form(standing, 'return', text, returns, text.takeReturn)}
<details><summary>${text.cancel}</summary>
${form(standing, 'cancel', text, html`<p>${text.cancelLine}</p>`, text.cancel)}</details></div>`
}

function form(
  { order }: Standing,
  action: Change['action'],
  text: Texts,
  fields: Html,
  label: string,
): Html {
  // The key makes a second click, or a second try after a lost answer, the same operation.
  return html`<form class="action" data-action="${action}" data-order="${order.number}"
  data-key="${randomUUID()}" data-bad-amount="${text.badAmount}">${fields}
<p class="preview" role="status"></p>
<button class="button${action === 'cancel' && ' danger'}">${label}
<span data-shown></span></button></form>`
}

function amountField(language: Language, amount: number): Html {
  const { locale, amount: label } = texts[language]
  const shown = { minimumFractionDigits: 2, useGrouping: false } as const
  const written = new Intl.NumberFormat(locale, shown).format(amount / 100)
  return html`<label>${label}
<input name="amount" inputmode="decimal" autocomplete="off" value="${written}" required></label>`
}

/** One article back, or a part of the price: the amount follows the choice and can be changed. */
function returnFields({ order, financed }: Standing, language: Language): Html {
  const text = texts[language]
  const most = financed?.remaining_refund_amount ?? 0
  const articles = order.lines.map(({ name, price }) => [fill(text.one, { name }), price] as const)
  const choices = [...articles, [text.reduction, Math.floor(order.total / 10)] as const].filter(
    ([, amount]) => amount < most,
  )
  const chosen = choices.toSorted(([, one], [, other]) => other - one)[0]
  return html`<label>${text.whatReturned}
<select name="what" autocomplete="off">${choices.map(
    (choice) => html`<option value="${choice[1]}"${choice === chosen && html` selected`}>
${choice[0]} · ${money(choice[1], language)}</option>`,
  )}<option value="${most}">${text.total} · ${money(most, language)}</option></select></label>
${amountField(language, chosen?.[1] ?? most)}`
}

/** What a dry run has told, in a sentence or two. */
export function previewOf(
  action: Change['action'],
  { amounts, settlement_lines: lines, credit_to_customer: credit, loan }: Effects,
  language: Language,
): string {
  const text = texts[language]
  const net = lines.reduce((sum, line) => sum + line.net, 0)
  const sentences = {
    ship: text.previewShip,
    return: text.previewReturn,
    cancel: text.previewCancel,
  }
  const next = loan?.instalments.find(({ open_amount: open }) => open > 0)
  const values = {
    shipped: money(amounts.captured_amount, language),
    returned: money(amounts.refunded_amount, language),
    left: money(amounts.remaining_capture_amount, language),
    net: money(Math.abs(net), language),
    credit: money(credit, language),
    amount: money(next?.open_amount ?? 0, language),
  }
  return [
    fill(sentences[action], values),
    credit > 0 && fill(text.previewCredit, values),
    action === 'return' && next !== undefined && fill(text.previewPlan, values),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

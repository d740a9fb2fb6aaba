/** Draws the cost of an amount: text only, no HTML. */
import type { Formats } from './widget-money.ts'
import { fill, type WidgetTexts } from './widget-texts.ts'

type Plan = {
  readonly num_instalments: number
  readonly amount: number
  readonly last_amount: number
  readonly downpayment_amount: number
  readonly total_interest: number
  readonly total_fees: number
  readonly total_amount: number
  readonly nominal_rate: number
  readonly annual_equivalent: number
  readonly schedule: readonly {
    readonly due_date: string
    readonly amount: number
    readonly interest: number
    readonly fee: number
  }[]
}
type Choice = { readonly product: string; readonly instalments: readonly Plan[] }
/** By their names, as in the texts. */
type Members = Readonly<Record<string, unknown>>
type Named = { readonly product: string; readonly plan: Plan }
export type Simulation = {
  /** Never empty: an amount that cannot be financed is refused. */
  readonly choices: readonly [Choice, ...Choice[]]
  readonly options: {
    readonly featured: {
      readonly product: string
      readonly num_instalments: number
      readonly representative_example: string
      readonly warning: string
    }
  }
}
type Context = {
  readonly texts: WidgetTexts
  readonly formats: Formats
  readonly amount: number
  readonly legalText: string | undefined
  warn(sentence: string): void
}

/** An element with the same name for the style sheet and for the store's `::part`. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = name
  element.setAttribute('part', name)
  element.append(...children)
  return element
}

/** Kept while the rest is drawn again, with its focus: the middle part, and its summary. */
export type Parts = readonly [head: HTMLElement, plans: HTMLDetailsElement, law: HTMLElement]

/** Returns the advertised plan in words. */
export function drawCard(
  [head, plans, law]: Parts,
  simulation: Simulation,
  context: Context,
): string {
  const { texts, formats, legalText } = context
  const { choices, options } = simulation
  const { featured } = options
  const all = choices.flatMap(({ product, instalments }) =>
    instalments.map((plan) => ({ product, plan })),
  )
  const lead = all.findIndex(
    ({ product, plan }) =>
      product === featured.product && plan.num_instalments === featured.num_instalments,
  )
  // The featured plan is one of the choices.
  const { product, plan } = all[lead] as Named
  const form = plan.total_amount === context.amount ? texts.free : all[1] ? texts.lowest : '{}'
  const headline = form.replace('{}', lineOf(product, plan, context))
  const payment = formats.money(plan.amount)
  const [before = '', after = ''] = headline.split(payment)
  const figures = figuresOf(plan, context, 3)
  head.replaceChildren(
    make('p', 'headline', before, make('b', 'payment', payment), after),
    make('p', 'figures', figures),
  )
  // Those that it was drawn with.
  const [summary, choice] = [...plans.children] as [Element, Element]
  summary.textContent = texts.plans
  // Most buyers open nothing: formatting dates is deferred.
  const draw = () => {
    if (plans.open) choice.replaceChildren(...choiceOf(all, lead, context))
  }
  plans.ontoggle = draw
  draw()
  const warning = make('b', 'warning', featured.warning)
  law.replaceChildren(make('p', 'example', `${featured.representative_example} `, warning))
  if (legalText) law.append(make('p', 'legal-text', fill(legalText, variableOf(plan, context))))
  return `${headline}. ${figures}`
}

/** A plan in one line. */
function lineOf(product: string, plan: Plan, { texts, formats }: Context): string {
  const { num_instalments: count, amount, schedule } = plan
  return fill(texts.lines[count === 1 ? 'pay_later' : product] ?? '', (name) =>
    name === 'a'
      ? formats.money(amount)
      : name === 'n'
        ? `${count}`
        : formats.date(schedule[0]?.due_date ?? 0),
  )
}

/** The cost of a plan: the advertised figures next to the example, or all of them. */
function figuresOf(plan: Plan, { texts, formats }: Context, count?: number): string {
  // The texts only refer to counts, rates and amounts.
  const members: Members = plan
  const pairs = Object.entries(texts.figures).map(([name, text]) =>
    `${text} ${formatOf(name, formats)(members[name] as number)}`.replace(/ /g, '\u00a0'),
  )
  return pairs.slice(0, count).join('\u2003')
}

/** The format of a plan's member, by its name: a count, a rate, an amount. */
const formatOf = (name: string, { rate, money }: Formats) =>
  /^nu/.test(name) ? String : /^no|^an/.test(name) ? rate : money

/** The plans to choose from; for the chosen one its cost and its dates. */
function choiceOf(all: readonly Named[], lead: number, context: Context): HTMLElement[] {
  const { texts, formats } = context
  const { money, date } = formats
  const select = make('select', 'plans')
  const chosen = make('div', 'chosen')
  select.setAttribute('aria-label', texts.plans)
  for (const { product, plan } of all)
    select.append(make('option', '', lineOf(product, plan, context)))
  const draw = () => {
    // One is always selected.
    const { plan } = all[select.selectedIndex] as Named
    // An empty column would take space from the others on a phone.
    const columns = Object.entries(texts.columns).filter(
      ([name]) => plan.total_fees || name !== 'fee',
    )
    const rows = plan.schedule.map((each: Members) =>
      // A day is a text, all others are amounts.
      columns.map(([name]) => (name === 'due_date' ? date : money)(each[name] as never)),
    )
    const titles = columns.map(([, title]) => title)
    const lines = [titles, ...rows].map((row, index) =>
      make('tr', '', ...row.map((cell) => make(index ? 'td' : 'th', '', cell))),
    )
    const costs = make('p', 'costs', figuresOf(plan, context))
    chosen.replaceChildren(costs, make('table', 'schedule', ...lines))
  }
  // The advertised plan is selected first.
  select.selectedIndex = lead
  select.onchange = draw
  draw()
  return [select, chosen]
}

/** The values that a store's own legal text may contain. */
function variableOf(plan: Plan, { amount, formats, warn }: Context) {
  const values: Readonly<Record<string, unknown>> = {
    ...plan,
    amount,
    instalment: plan.amount,
    last_instalment: plan.last_amount,
    downpayment: plan.downpayment_amount,
  }
  return (name: string): string | undefined => {
    const value = values[name]
    if (typeof value === 'number') return formatOf(name, formats)(value)
    warn(`data-legal-text: no {${name}}`)
    return undefined
  }
}

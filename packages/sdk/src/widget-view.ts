/** Draws what the widget knows into its shadow root: text only, nothing as HTML. */
import type { Formats } from './widget-money.ts'
import { fill, type WidgetTexts } from './widget-texts.ts'

export type Plan = {
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
export type Choice = { readonly product: string; readonly instalments: readonly Plan[] }
export type Simulation = {
  readonly choices: readonly Choice[]
  readonly options: { readonly representative_example: string }
}
export type Told = {
  readonly texts: WidgetTexts
  readonly formats: Formats
  readonly amount: number
  readonly legalText: string | undefined
  warn(sentence: string): undefined
}

/** The details stay where they are, open or with the focus, when the rest is drawn again. */
export type Card = {
  readonly head: HTMLElement
  /** Of a summary, and a place for the plans. */
  readonly details: HTMLDetailsElement
  readonly law: HTMLElement
}

/** An element with the same name for the style sheet and for the store's `::part`. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  name: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  if (name) {
    element.className = name
    element.setAttribute('part', name)
  }
  element.append(...children)
  return element
}

/** What stands in the store's page; answers it in words. */
export function drawCard({ head, details, law }: Card, simulation: Simulation, told: Told): string {
  const { formats, legalText, texts } = told
  const { product, instalments } = simulation.choices[0] as Choice
  const plan = instalments[instalments.length - 1] as Plan
  const one = planText(product, plan, told)
  const headline = instalments.length > 1 ? fill(texts[0], () => one) : one
  const payment = formats.money(plan.amount)
  const [before = '', after = ''] = headline.split(payment)
  const figures = figuresOf(plan, told).flatMap(([name, value, isNone]) =>
    isNone ? [] : `${name} ${value}`,
  )
  head.replaceChildren(
    make('p', 'headline', before, make('b', 'payment', payment), after),
    make('p', 'figures', ...figures.map((each) => make('span', '', `${each} `))),
  )
  details.ontoggle = () => drawPlans(details, simulation, told)
  drawPlans(details, simulation, told)
  const example = simulation.options.representative_example
  // It ends with the warning.
  const [, terms = example, warning = ''] = /^(.+\. )(\S+! .+)$/.exec(example) ?? []
  law.replaceChildren(make('p', 'example', terms, make('b', 'warning', warning)))
  if (legalText) law.append(make('p', 'legal-text', fill(legalText, variables(plan, told))))
  return [headline, ...figures].join('. ')
}

/** A plan in a line. */
function planText(product: string, plan: Plan, { texts, formats }: Told): string {
  const { num_instalments: count, schedule } = plan
  const values: Readonly<Record<string, string | number>> = {
    instalment: formats.money(plan.amount),
    count,
    date: formats.date(schedule[0]?.due_date ?? 0),
  }
  return fill(texts[count === 1 ? 3 : product === 'pay_in_4' ? 2 : 1], (name) => values[name])
}

/** What a plan costs: name, value, and whether there is none of it. */
function figuresOf(plan: Plan, { texts, formats }: Told): [string, string, boolean][] {
  const { money, rate } = formats
  const [, , , , , apr, nominal, total, down, interest, fees] = texts
  const sums = [
    [down, plan.downpayment_amount],
    [interest, plan.total_interest],
    [fees, plan.total_fees],
    [total, plan.total_amount],
  ] as const
  return [
    [apr, rate(plan.annual_equivalent), false],
    [nominal, rate(plan.nominal_rate), false],
    ...sums.map(([name, sum]): [string, string, boolean] => [name, money(sum), !sum]),
  ]
}

/** While they are open: the plans to choose from, and all that the chosen one costs. */
function drawPlans(details: HTMLDetailsElement, { choices }: Simulation, told: Told): void {
  const { texts, formats } = told
  const { money, date } = formats
  const [, , , , open, , , , , interest, fees, day, payment] = texts
  const [summary, into] = details.children as unknown as [HTMLElement, HTMLElement]
  summary.textContent = open
  into.replaceChildren()
  if (!details.open) return
  const select = make('select', 'plans')
  select.setAttribute('aria-label', open)
  const plans = choices.flatMap(({ product, instalments }) =>
    instalments.map((plan) => {
      select.append(make('option', '', planText(product, plan, told)))
      return plan
    }),
  )
  const choose = () => {
    const plan = plans[select.selectedIndex] as Plan
    const rows = plan.schedule.map((each) => [
      date(each.due_date),
      money(each.interest),
      money(each.fee),
      money(each.amount),
    ])
    into.replaceChildren(
      select,
      tableOf(figuresOf(plan, told).map(([name, value]) => [name, value])),
      tableOf([[day, interest, fees, payment], ...rows], 'th'),
    )
  }
  select.onchange = choose
  // What the page advertises is chosen first.
  select.selectedIndex = (choices[0] as Choice).instalments.length - 1
  choose()
}

function tableOf(rows: readonly (readonly string[])[], first: 'th' | 'td' = 'td'): HTMLElement {
  return make(
    'table',
    'table',
    ...rows.map((cells, row) =>
      make(
        'tr',
        '',
        ...cells.map((cell, column) =>
          make(column && row ? 'td' : column ? first : 'th', '', cell),
        ),
      ),
    ),
  )
}

/** What a store's own legal text may name. */
function variables(plan: Plan, { amount, formats, warn }: Told) {
  const values: Readonly<Record<string, unknown>> = {
    ...plan,
    amount,
    instalment: plan.amount,
    last_instalment: plan.last_amount,
    downpayment: plan.downpayment_amount,
  }
  return (name: string): string | number | undefined => {
    const value = values[name]
    if (typeof value !== 'number') return warn(`data-legal-text: there is no {${name}}`)
    if (name === 'num_instalments') return value
    return /^(nominal|annual)_/.test(name) ? formats.rate(value) : formats.money(value)
  }
}

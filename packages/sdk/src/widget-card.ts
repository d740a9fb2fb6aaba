/** Draws what an amount costs: text only, nothing as HTML. */
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
type Choice = { readonly product: string; readonly instalments: readonly Plan[] }
export type Simulation = {
  /** Never empty: what is not financed is refused. */
  readonly choices: readonly [Choice, ...Choice[]]
  readonly options: { readonly representative_example: string }
}
export type Told = {
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

/** What stays while the rest is drawn again, with its focus: the middle one, and its summary. */
export type Parts = readonly [head: HTMLElement, plans: HTMLDetailsElement, law: HTMLElement]

/** Answers in words what is advertised. */
export function drawCard([head, plans, law]: Parts, simulation: Simulation, told: Told): string {
  const { texts, formats, legalText } = told
  const [{ product, instalments }] = simulation.choices
  // What is advertised: of the first product the plan with the lowest payments.
  const plan = instalments[instalments.length - 1] as Plan
  const line = lineOf(product, plan, told)
  const headline = instalments.length > 1 ? texts[0].replace('{}', line) : line
  const payment = formats.money(plan.amount)
  const [before = '', after = ''] = headline.split(payment)
  const figures = figuresOf(plan, told, 3)
  head.replaceChildren(
    make('p', 'headline', before, make('b', 'payment', payment), after),
    make('p', 'figures', figures),
  )
  const [summary, choice] = plans.children as unknown as [Element, Element]
  summary.textContent = texts[4]
  // Most buyers open nothing: what it takes to write dates is not spent before.
  plans.ontoggle = () => {
    if (plans.open) choice.replaceChildren(...choiceOf(simulation, told))
  }
  plans.ontoggle(new Event('toggle') as ToggleEvent)
  // The example ends with the warning.
  const { representative_example: example } = simulation.options
  const [, terms = example, warning = ''] = /^(.+\. )(\S+! .+)$/.exec(example) ?? []
  law.replaceChildren(make('p', 'example', terms, make('b', 'warning', warning)))
  if (legalText) law.append(make('p', 'legal-text', fill(legalText, variableOf(plan, told))))
  return `${headline}. ${figures}`
}

/** A plan in a line. */
function lineOf(product: string, plan: Plan, { texts, formats }: Told): string {
  const { num_instalments: count, amount, schedule } = plan
  return fill(texts[count === 1 ? 3 : product === 'pay_in_4' ? 2 : 1], (name) =>
    name === 'a'
      ? formats.money(amount)
      : name === 'n'
        ? `${count}`
        : formats.date(schedule[0]?.due_date ?? 0),
  )
}

/** What a plan costs: what is advertised beside the example, or all of it. */
function figuresOf(plan: Plan, { texts, formats }: Told, count?: number): string {
  const { money, rate } = formats
  const values = [
    rate(plan.annual_equivalent),
    rate(plan.nominal_rate),
    money(plan.total_amount),
    money(plan.total_interest),
    money(plan.total_fees),
    money(plan.downpayment_amount),
  ]
  const pairs = values.map((value, index) => `${texts[index + 5]} ${value}`.replace(/ /g, '\u00a0'))
  return pairs.slice(0, count).join('\u2003')
}

/** The plans to choose from; of the chosen one what it costs, and when it is paid. */
function choiceOf({ choices }: Simulation, told: Told): HTMLElement[] {
  const { texts, formats } = told
  const { money, date } = formats
  const select = make('select', 'plans')
  const chosen = make('div', 'chosen')
  const plans: Plan[] = []
  select.setAttribute('aria-label', texts[4])
  for (const { product, instalments } of choices) {
    for (const plan of instalments) {
      plans.push(plan)
      select.append(make('option', '', lineOf(product, plan, told)))
    }
  }
  select.onchange = () => {
    const plan = plans[select.selectedIndex] as Plan
    // A column of nothing leaves no room for the others on a phone.
    const row = (tag: 'th' | 'td', day: string, interest: string, fee: string, payment: string) => {
      const cells = [day, interest, ...(plan.total_fees ? [fee] : []), payment]
      return make('tr', '', ...cells.map((cell) => make(tag, '', cell)))
    }
    const rows = plan.schedule.map((each) =>
      row('td', date(each.due_date), money(each.interest), money(each.fee), money(each.amount)),
    )
    const titles = row('th', texts[11], texts[8], texts[9], texts[12])
    const costs = make('p', 'costs', figuresOf(plan, told))
    chosen.replaceChildren(costs, make('table', 'schedule', titles, ...rows))
  }
  // What is advertised is chosen first.
  select.selectedIndex = choices[0].instalments.length - 1
  select.onchange(new Event('change'))
  return [select, chosen]
}

/** What a store's own legal text may name. */
function variableOf(plan: Plan, { amount, formats, warn }: Told) {
  const values: Readonly<Record<string, unknown>> = {
    ...plan,
    amount,
    instalment: plan.amount,
    last_instalment: plan.last_amount,
    downpayment: plan.downpayment_amount,
    num_instalments: `${plan.num_instalments}`,
  }
  return (name: string): string | undefined => {
    const value = values[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number')
      return (/^no|^an/.test(name) ? formats.rate : formats.money)(value)
    warn(`data-legal-text: there is no {${name}}`)
    return undefined
  }
}

import { amountText, money } from '../../parts/format.ts'
import { ta } from '../../texts/acts.ts'
import { th } from '../../texts/house.ts'
import { word } from '../../texts/texts.ts'
import type { Policy } from './approval-form.ts'

type Rule = Policy['rules'][number]

/** The limit of one person. */
export function aloneMax({ alone_max: most, currency }: Rule): string {
  if (most === null) return th.policies.noBound
  return currency === null ? amountText(most) : money(most, currency)
}

export const ruleName = ({ action, role, currency }: Rule): string =>
  [ta.acts.names[action], role === null ? th.policies.all : word(role), currency ?? '']
    .filter((each) => each !== '')
    .join(' · ')

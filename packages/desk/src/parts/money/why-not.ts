import type { Answered as AnswerOf, AllowedAct as Shape } from '@svc/api'
import { ta } from '../../texts/acts.ts'
import { heading } from '../../texts/texts.ts'

export type AllowedAct = Pick<AnswerOf<typeof Shape>, 'allowed' | 'reason'>

/** The object's reason against it; if a permission is missing the button says who has it. */
export function whyNot({ allowed, reason }: AllowedAct): string | undefined {
  if (allowed || reason === null || reason === 'permission_missing') return undefined
  const sentences: Readonly<Record<string, string>> = ta.acts.whyNot
  return sentences[reason] ?? heading(reason)
}

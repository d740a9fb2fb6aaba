import type { Answered as AnswerOf, PayoutAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { Page } from '../../parts/page.tsx'
import { PayoutLines } from '../../parts/payout-lines.tsx'
import { Answered } from '../../parts/states.tsx'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t } from '../../texts/texts.ts'
import { PayoutFacts } from '../payouts/columns.tsx'

export function Screen({ params: { id = '' } }: ScreenProps) {
  const path = `/me/payouts/${encodeURIComponent(id)}`
  const known = useAnswer<AnswerOf<typeof PayoutAnswer>>(path)
  return (
    <Page title={t.screens.payout}>
      <Answered known={known}>{(payout) => <PayoutFacts payout={payout} />}</Answered>
      <PayoutLines path={`${path}/payments`} />
    </Page>
  )
}

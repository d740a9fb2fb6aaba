import type { Answered as AnswerOf, CreditorPage } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { nameOf } from '../../client/unanswered.ts'
import { Choice } from '../../parts/choice.tsx'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { FirstFailure } from '../../parts/states.tsx'
import { th } from '../../texts/house.ts'
import { t, word } from '../../texts/texts.ts'

type CreditorPanelProps = {
  readonly storeId: string
  readonly currency: string
  /** Of the terms in force. */
  readonly version: number
  readonly onClose: () => void
}

/** From now on documents print its newest version; signed ones stay as they are. */
export function CreditorPanel({ storeId, currency, version, onClose }: CreditorPanelProps) {
  const creditors = useAnswer<AnswerOf<typeof CreditorPage>>(
    '/lender/creditors?ordering=name&page_size=100',
  )
  const title = th.creditors.name
  const known = creditors.data?.results ?? []
  return (
    <WishPanel
      {...{ title, currency, onClose }}
      name={nameOf('creditor', storeId)}
      path={`/lender/stores/${storeId}/terms`}
      code="routine"
      incomplete={th.creditors.choose}
      wish={({ creditor_id: id = '' }) =>
        id === '' ? undefined : { version, creditor_id: id === NONE ? null : id }
      }
      sentence={({ creditor_id: id }) =>
        `${title}: ${known.find((each) => each.id === id)?.name ?? t.none}`
      }
      fields={(values) => (
        <>
          <FirstFailure of={[creditors]} />
          <Choice
            label={word('creditor')}
            name="creditor_id"
            chosen={values.creditor_id ?? ''}
            options={[
              ['', '–'],
              ...known.map((each) => [each.id, `${each.name} (${each.version})`] as const),
              [NONE, th.creditors.none],
            ]}
          />
        </>
      )}
    />
  )
}

const NONE = 'none'

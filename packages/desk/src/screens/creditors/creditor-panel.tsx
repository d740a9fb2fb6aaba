import type { Answered, CreditorAnswer } from '@svc/api'
import { nameOf, type Values } from '../../client/unanswered.ts'
import { Field } from '../../parts/form.tsx'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { th } from '../../texts/house.ts'
import { word } from '../../texts/texts.ts'
import { identityOf, NAMES } from './identity.ts'

type CreditorPanelProps = {
  readonly name: 'new' | 'version'
  readonly objectId: string
  /** Undefined: there is none yet. */
  readonly creditor: Answered<typeof CreditorAnswer> | undefined
  readonly onClose: () => void
}

export function CreditorPanel({ name, objectId, creditor, onClose }: CreditorPanelProps) {
  const title = th.creditors[name]
  const path = '/lender/creditors'
  return (
    <WishPanel
      {...{ title, onClose }}
      name={nameOf(name, objectId)}
      path={creditor ? `${path}/${creditor.id}/versions` : path}
      code="routine"
      start={creditor ? saidBy(identityOf(creditor)) : {}}
      incomplete={th.creditors.incomplete}
      wish={(values) => {
        const said = saidBy(Object.fromEntries(NAMES.map((each) => [each, values[each] ?? ''])))
        if (said.name === undefined || said.address === undefined) return undefined
        return { ...(creditor && { version: creditor.version }), ...said }
      }}
      sentence={({ name: of = '' }) => `${title}: ${of}`}
      fields={(values) => (
        <>
          <p>{th.creditors.more}</p>
          {NAMES.map((each, index) => (
            <Field
              key={each}
              label={word(each)}
              input={{
                ...{ name: each, autoComplete: 'off', maxLength: 255, required: index < 2 },
                defaultValue: values[each],
              }}
            />
          ))}
        </>
      )}
    />
  )
}

/** Empty fields are not printed. */
const saidBy = (all: Readonly<Record<string, string | null>>): Values =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => {
      const text = (value ?? '').trim()
      return text === '' ? [] : [[name, text]]
    }),
  )

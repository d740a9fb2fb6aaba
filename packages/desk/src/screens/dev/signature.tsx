import type { Answered as AnswerOf, WholeDeliveryAnswer } from '@svc/api'
import { useEffect, useState } from 'preact/hooks'
import { CopyButton } from '../../parts/copy.tsx'
import { Area, Field } from '../../parts/form.tsx'
import { Json } from '../../parts/json.tsx'
import { td } from '../../texts/dev.ts'
import { baseOf, isAmong, signatureOf } from './verify.ts'

type Delivery = AnswerOf<typeof WholeDeliveryAnswer>
type SignatureProps = {
  readonly delivery: Pick<Delivery, 'event_id' | 'payload' | 'attempts'>
}

const secondsOf = (moment: string | undefined): string =>
  moment === undefined ? '' : String(Math.floor(Date.parse(moment) / 1_000))

/**
 * The received headers come from the receiver: the service does not store the second and the
 * secrets with which an attempt was signed.
 */
export function Signature({ delivery }: SignatureProps) {
  const { event_id: id, payload: body, attempts } = delivery
  const [timestamp, setTimestamp] = useState(secondsOf(attempts[0]?.started))
  const [secret, setSecret] = useState('')
  const [header, setHeader] = useState('')
  const [signature, setSignature] = useState<string>()
  const signed = { id, timestamp: timestamp.trim(), body }
  const base = baseOf(signed)
  useEffect(() => {
    let isOld = false
    setSignature(undefined)
    if (secret !== '' && isSecureContext) {
      void signatureOf(secret.trim(), signed).then((made) => {
        if (!isOld) setSignature(made ?? '')
      })
    }
    return () => {
      isOld = true
    }
  }, [secret, base])
  if (!isSecureContext) return <p class="hint">{td.signature.insecure}</p>
  return (
    <div class="form">
      <Field
        label="webhook-timestamp"
        hint={td.signature.timestampMore}
        input={{
          ...{ value: timestamp, inputMode: 'numeric', autoComplete: 'off' },
          onInput: ({ currentTarget }) => setTimestamp(currentTarget.value),
        }}
      />
      <details>
        <summary>{td.signature.base}</summary>
        <Json text={base} />
        <CopyButton text={base} />
      </details>
      <Field
        label={td.signature.secret}
        hint={td.signature.secretMore}
        input={{
          ...{ type: 'password', autoComplete: 'off', value: secret },
          onInput: ({ currentTarget }) => setSecret(currentTarget.value),
        }}
      />
      <Area
        label="webhook-signature"
        hint={td.signature.headerMore}
        area={{
          ...{ rows: 2, value: header },
          onInput: ({ currentTarget }) => setHeader(currentTarget.value),
        }}
      />
      <Verdict signature={signature} header={header} />
    </div>
  )
}

type VerdictProps = { readonly signature: string | undefined; readonly header: string }

function Verdict({ signature, header }: VerdictProps) {
  if (signature === undefined) return <p role="status" />
  if (signature === '') {
    return (
      <p class="fault" role="status">
        {td.signature.noSecret}
      </p>
    )
  }
  const isFitting = isAmong(signature, header)
  return (
    <>
      <p>
        {td.signature.made} <code class="secret">{signature}</code>
      </p>
      {header.trim() !== '' && (
        <p class={isFitting ? 'note' : 'fault'} role="status">
          {isFitting ? td.signature.fits : td.signature.fitsNot}
        </p>
      )}
    </>
  )
}

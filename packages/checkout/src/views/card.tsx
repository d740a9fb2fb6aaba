import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Actions, Card } from '../flow/types.ts'
import { type CardFrameMessage, readCardMessage } from './card-messages.ts'
import { CardIcon } from './icons.tsx'
import { Button, Fault } from './parts.tsx'
import { useWriting } from './view.ts'

/** Long enough for a slow phone; after that the buyer sees a message. */
const READY_MS_MAX = 20_000

type CardProps = {
  readonly card: Card | null
  readonly actions: Actions
  readonly busy: boolean
  readonly fault: string | undefined
  readonly place: RefObject<HTMLDivElement | null>
  /** How often the frame was requested to send its input. */
  readonly attempts: number
  /** The card has been received. */
  readonly entered: () => void
  readonly failed: () => void
}

/** The number is typed into the provider's own frame: this page never sees it. */
export function CardPart(props: CardProps) {
  const { card, actions, busy, fault, place } = props
  const { texts } = useWriting()
  const [attempt, setAttempt] = useState(0)
  const address = actions.cardFrameUrl()
  if (address === null) return null
  return (
    <section class="part" aria-labelledby="card-part">
      <h2 id="card-part">{texts.signature.card}</h2>
      <p class="soft">{texts.signature.cardLead}</p>
      <div ref={place} tabIndex={-1} aria-describedby={fault ? 'card-fault' : undefined}>
        {card === null ? (
          <CardFrame
            key={`${attempt} ${address}`}
            address={address}
            attempts={props.attempts}
            failed={props.failed}
            entered={(known) => {
              actions.cardEntered(known)
              // The frame is gone, and the focus with it: the keyboard continues here.
              place.current?.focus({ preventScroll: true })
              props.entered()
            }}
            again={() => setAttempt(attempt + 1)}
          />
        ) : (
          <div class="card">
            <CardIcon />
            <span class="grows">
              <span class="unseen">
                {texts.signature.cardKnown(brandName(card.brand), card.last4)}
              </span>
              <span aria-hidden="true">
                {brandName(card.brand)} •••• {card.last4}
              </span>
            </span>
            <Button action="forget-card" kind="quiet" busy={busy} press={actions.forgetCard}>
              {texts.signature.change}
            </Button>
          </div>
        )}
      </div>
      <Fault id="card-fault" text={fault} />
    </section>
  )
}

type FrameProps = {
  readonly address: string
  readonly attempts: number
  readonly entered: (card: Card) => void
  readonly failed: () => void
  readonly again: () => void
}

function CardFrame({ address, attempts, entered, failed, again }: FrameProps) {
  const { texts } = useWriting()
  const [state, setState] = useState<'opening' | 'open' | 'failed'>('opening')
  const [height, setHeight] = useState<number | undefined>(undefined)
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)

  /** A frame that is opened later does not receive an earlier frame's requests. */
  const before = useRef(attempts)
  const latest = useRef({ entered, failed })
  latest.current = { entered, failed }
  const origin = new URL(address, location.href).origin
  useEffect(() => {
    if (attempts === before.current) return
    before.current = attempts
    if (state !== 'open') return failed()
    const source = `${document.documentElement.dataset.brand}-checkout`
    frame?.contentWindow?.postMessage({ source, event: 'submit' }, origin)
  }, [attempts])

  // Before the page is painted: a busy machine may paint long after the frame has reported.
  useLayoutEffect(() => {
    if (frame === null) return
    const receive = (message: CardFrameMessage) => {
      setState('open')
      if (message.event === 'card') latest.current.entered(message.card)
      if (message.event === 'error') latest.current.failed()
      if (message.event === 'size') setHeight(message.height)
    }
    const listen = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow || event.origin !== origin) return
      const message = readCardMessage(event.data, document.documentElement.dataset.brand)
      if (message !== undefined) receive(message)
    }
    addEventListener('message', listen)
    const late = setTimeout(() => {
      setState((now) => (now === 'opening' ? 'failed' : now))
    }, READY_MS_MAX)
    return () => {
      removeEventListener('message', listen)
      clearTimeout(late)
    }
  }, [frame])

  return (
    <div class={`card-frame ${state}`}>
      <p role="status" class={state === 'open' ? 'unseen' : 'soft'}>
        {state === 'opening' && texts.signature.cardLoading}
        {state === 'failed' && texts.signature.cardUnreachable}
      </p>
      {state === 'failed' && (
        <Button action="card-again" kind="other" press={again}>
          {texts.signature.cardAgain}
        </Button>
      )}
      {/* The address comes after the listener: what the frame says first must not be missed. */}
      <iframe
        ref={setFrame}
        title={texts.signature.cardFrame}
        src={frame === null ? undefined : address}
        style={height === undefined ? undefined : { blockSize: `${height}px` }}
      />
    </div>
  )
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

function brandName(brand: string): string {
  return BRANDS[brand.toLowerCase()] ?? brand
}

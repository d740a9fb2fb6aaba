/** The conversation with the checkout page in its frame, and whether there is one to talk to. */
import {
  type FrameEvent,
  readFrameMessage,
  type StoreEvent,
  storeMessages,
} from '@svc/api/frame-messages'

/** From the load of a page in the frame to its first word, on a slow telephone. */
const SILENCE_MS_MAX = 4000

export type FrameTalk = {
  send(said: StoreEvent): void
  end(): void
}

type Talk = {
  readonly brand: string
  readonly origin: string
  readonly nonce: string
  readonly heard: (said: FrameEvent) => void
  /** Something forbids the frame: this page's policy, or ours of who may hold it. */
  readonly refused: (why: string) => void
}

export function talkToFrame(
  frame: HTMLIFrameElement,
  { brand, origin, nonce, heard, refused }: Talk,
): FrameTalk {
  let silence: ReturnType<typeof setTimeout> | undefined
  let hasSpoken = false

  const receive = (event: MessageEvent) => {
    // The frame may have been led elsewhere, and anybody may post to this window.
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const said = readFrameMessage(event.data, { brand, nonce })
    if (!said) return
    hasSpoken = true
    clearTimeout(silence)
    heard(said)
  }
  const violated = ({
    disposition,
    blockedURI,
    effectiveDirective,
  }: SecurityPolicyViolationEvent) => {
    if (disposition === 'enforce' && blockedURI.startsWith(origin)) {
      if (/^(frame|child|connect)-src$/.test(effectiveDirective)) refused(effectiveDirective)
    }
  }
  // A browser shows a page of its own in the place of a refused one, and says only that it loaded.
  frame.onload = () => {
    if (!hasSpoken) silence = setTimeout(() => refused('frame-ancestors'), SILENCE_MS_MAX)
  }
  addEventListener('message', receive)
  document.addEventListener('securitypolicyviolation', violated)
  return {
    send(said) {
      for (const message of storeMessages(said, { brand, nonce })) {
        frame.contentWindow?.postMessage(message, origin)
      }
    },
    end() {
      clearTimeout(silence)
      removeEventListener('message', receive)
      document.removeEventListener('securitypolicyviolation', violated)
    },
  }
}

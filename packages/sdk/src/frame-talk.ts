/** The messages with the checkout page in its frame, and whether that page exists. */
import {
  type FrameEvent,
  readFrameMessage,
  type StoreEvent,
  storeMessages,
} from '@svc/api/frame-messages'

/** From the load of a page in the frame to its first message, on a slow phone. */
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
  /** Something blocks the frame: this page's policy, or ours about embedding pages. */
  readonly refused: (why: string) => void
}

export function talkToFrame(
  frame: HTMLIFrameElement,
  { brand, origin, nonce, heard, refused }: Talk,
): FrameTalk {
  let silence: ReturnType<typeof setTimeout> | undefined
  let hasSpoken = false

  const receive = (event: MessageEvent) => {
    // The frame may have navigated elsewhere, and anybody may post to this window.
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
  // A browser replaces a blocked page with one of its own, and only reports that it loaded.
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

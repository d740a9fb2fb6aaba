/**
 * The dialog over the store's page. It is in the browser's top layer and in a shadow tree, so
 * that no style of the page reaches it; the browser makes the page behind it inert, keeps the focus
 * in it and gives it back. It leaves closing to `onLeave`.
 */
import type { CheckoutTexts } from './checkout-texts.ts'
import { modalStyle } from './modal-style.ts'
import { lockScroll } from './scroll-lock.ts'

export type Modal = {
  /** Shows the checkout page beneath the loading screen. */
  load(url: string): HTMLIFrameElement
  reveal(): void
  /** The page in the frame does not answer: our own close button is shown again. */
  lost(): void
  say(sentence: string, way: string): void
  focus(): void
  close(): void
}

/** Undefined if the browser lacks a required feature. */
export function openModal(texts: CheckoutTexts, onLeave: () => void): Modal | undefined {
  const parts = build(texts)
  if (parts === undefined) return undefined
  const { host, dialog, close, wait } = parts
  let open = true

  // Before any listener of the store's, whose own layers below are not affected.
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
    onLeave()
  }
  close.onclick = onLeave
  dialog.oncancel = (event) => {
    event.preventDefault()
    onLeave()
  }
  // The browser closes it nevertheless when asked twice.
  dialog.onclose = () => {
    if (open) dialog.showModal()
  }

  addEventListener('keydown', pressed, true)
  const unlockScroll = lockScroll()
  document.documentElement.append(host)
  dialog.showModal()

  return {
    load(url) {
      const frame = make('iframe', { title: texts.title, referrerpolicy: 'strict-origin' })
      frame.src = url
      dialog.append(frame)
      return frame
    },
    reveal() {
      const hadFocus = document.activeElement === host
      dialog.className = 'ready'
      if (hadFocus) dialog.querySelector('iframe')?.focus()
    },
    lost() {
      dialog.className = 'ready lost'
    },
    say(sentence, way) {
      const back = make('button', { type: 'button', class: 'back' }, way)
      back.onclick = onLeave
      dialog.className = 'said'
      wait.replaceChildren(make('p', { role: 'alert' }, sentence), back)
      back.focus()
    },
    focus() {
      if (document.activeElement !== host) (dialog.querySelector('iframe') ?? close).focus()
    },
    close() {
      open = false
      removeEventListener('keydown', pressed, true)
      dialog.close()
      host.remove()
      unlockScroll()
    },
  }
}

function build(texts: CheckoutTexts) {
  const host = make('div', {})
  const root = host.attachShadow({ mode: 'open' })
  if (!window.HTMLDialogElement || !root.adoptedStyleSheets) return undefined
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(modalStyle)
  root.adoptedStyleSheets = [sheet]
  host.style.cssText = 'all:initial!important;position:absolute!important'
  const dialog = make('dialog', { role: 'dialog', 'aria-modal': 'true', 'aria-label': texts.title })
  const close = make('button', { type: 'button', class: 'close', 'aria-label': texts.close })
  const wait = make('div', {})
  wait.append(make('p', { role: 'status' }, texts.opening))
  dialog.append(close, wait)
  root.append(dialog)
  return { host, dialog, close, wait }
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.textContent = text
  return element
}

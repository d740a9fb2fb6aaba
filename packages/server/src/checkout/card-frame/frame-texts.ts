/** The texts of the frame, in each of its languages. */
import type { CardBehaviour } from '@svc/api'

export const frameLanguages = ['es', 'en'] as const
export type FrameLanguage = (typeof frameLanguages)[number]

type FrameTexts = {
  readonly title: string
  readonly note: string
  readonly number: string
  readonly numberFault: string
  readonly expiry: string
  readonly expiryForm: string
  readonly expiryFault: string
  readonly cvc: string
  readonly cvcFault: string
  readonly button: string
  readonly done: string
  readonly failed: string
  readonly unsent: string
  readonly cards: string
  readonly meaning: string
  readonly noScript: string
}

export const frameTexts: Readonly<Record<FrameLanguage, FrameTexts>> = {
  es: {
    title: 'Tarjeta',
    note: 'Entorno de pruebas: no use una tarjeta real.',
    number: 'Número de tarjeta',
    numberFault: 'Revise el número: solo valen las tarjetas de prueba de la lista.',
    expiry: 'Caducidad',
    expiryForm: 'MM/AA',
    expiryFault: 'Escriba mes y año, como 12/30, de una tarjeta que no haya caducado.',
    cvc: 'Código CVC',
    cvcFault: 'Escriba los tres dígitos del reverso.',
    button: 'Usar esta tarjeta',
    done: 'Tarjeta guardada:',
    failed: 'La tarjeta no se ha podido guardar: el pago ya ha terminado o ha caducado.',
    unsent: 'No hay conexión. Vuelva a intentarlo.',
    cards: 'Tarjetas de prueba',
    meaning: 'Qué ocurre',
    noScript: 'Esta página necesita JavaScript.',
  },
  en: {
    title: 'Card',
    note: 'Test environment: do not use a real card.',
    number: 'Card number',
    numberFault: 'Check the number: only the test cards in the list are accepted.',
    expiry: 'Expiry date',
    expiryForm: 'MM/YY',
    expiryFault: 'Enter month and year, such as 12/30, of a card that has not expired.',
    cvc: 'Security code',
    cvcFault: 'Enter the three digits on the back.',
    button: 'Use this card',
    done: 'Card saved:',
    failed: 'The card could not be saved: the payment has ended or expired.',
    unsent: 'There is no connection. Try again.',
    cards: 'Test cards',
    meaning: 'What happens',
    noScript: 'This page needs JavaScript.',
  },
}

export const meaningsInSpanish: Readonly<Record<CardBehaviour, string>> = {
  good: 'Válida',
  declined: 'Rechazada',
  expired: 'Caducada, diga lo que diga su fecha',
  no_funds: 'Autorizada; luego, sin fondos en cada cobro',
  no_funds_on_charge: 'Sin fondos en el cobro n.º {charge}; los demás se cobran',
  late_success: 'Cada cobro tarda en responder, y se ha cobrado',
  late_failure: 'Cada cobro tarda en responder, y no se ha cobrado',
  late_authorisation: 'La autorización tarda en responder, y se concede',
  late_refusal: 'La autorización tarda en responder, y se rechaza',
  lost: 'Cada cobro se pierde por el camino; al repetirlo, se cobra',
  charged_back: 'Cada cobro se devuelve una hora después',
}

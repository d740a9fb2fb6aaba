/** The types of the package: what a store's developer sees of it. */

export type Settings = {
  /** The service's name: in attributes, media types and messages. */
  readonly brand: string
  /** Where the service answers, such as `https://pay.example`. */
  readonly apiUrl: string
  /** `pk_…`; the private key has no place on a page. */
  readonly publicKey: string
  /** Absent: live mode. */
  readonly sandbox?: boolean
}

export type ProductType = 'instalments' | 'pay_later' | 'pay_in_4'

export type ButtonOptions = {
  /** Any selector: the button, or what stands around it. Absent: what has the attribute. */
  readonly selector?: string
  /** In minor units: 120.50 is 12050. Absent: `data-amount` of the element. */
  readonly amount?: number | string
  /** ISO 4217. Absent: `data-currency` of the element. */
  readonly currency?: string
  /** Absent: `data-product-type` of the element, else any product of the store. */
  readonly product?: { readonly type?: ProductType }
}

/** All are optional. Where one is given, the page stays where it is. */
export type Callbacks = {
  /** The buyer sees the checkout and can use it. */
  readonly onReady?: () => void
  /** It has a result; it stays open. */
  readonly onStatusChange?: (status: 'success' | 'pending' | 'ko') => void
  /** It is closed; one of the following is called next. */
  readonly onClose?: (status: 'success' | 'pending' | 'ko' | 'dismiss' | 'error') => void
  readonly onSuccess?: () => void
  readonly onPending?: () => void
  readonly onKO?: () => void
  readonly onError?: () => void
  readonly onDismiss?: () => void
}

export type Sdk = {
  /** Shows and enables elements as long as what they sell can be financed. */
  readonly button: (options?: ButtonOptions) => void
  /** Opens a checkout that the store's server has created. */
  readonly checkout: (id: string, callbacks?: Callbacks | null) => void
  /** Shows what an amount costs in the elements that the selector finds. */
  readonly widget: (selector: string) => void
}

/**
 * Starts the SDK on this page: buttons and widgets that are marked by attributes come to life. A
 * page has one; starting it again returns that one. On a server it does nothing.
 */
export declare function createSdk(settings: Settings): Sdk

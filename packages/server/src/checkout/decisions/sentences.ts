/** The meaning of each code, for people. `{braces}` are filled from the reason's values. */

export type Language = 'es' | 'en'
type Sentences = Readonly<Record<Language, string>>

export const sentences = {
  age_below_minimum: {
    es: 'La edad de {age} años está por debajo del mínimo de {limit}.',
    en: 'An age of {age} is below the minimum of {limit} years.',
  },
  birthday_implausible: {
    es: 'La fecha de nacimiento indicada da una edad de {age} años, que hay que comprobar.',
    en: 'The date of birth makes an age of {age} years, which has to be checked.',
  },
  document_check_letter: {
    es: 'La letra de control del documento de identidad no es correcta.',
    en: 'The check letter of the identity document is wrong.',
  },
  open_amount_exceeded: {
    es: 'Lo que ya se debe, {open_amount}, y esta compra, {amount}, superan el límite de {limit}.',
    en: 'What is owed already, {open_amount}, and this purchase, {amount}, exceed {limit}.',
  },
  attempts_exceeded: {
    es: 'Es el intento número {attempts} en 24 horas; se admiten {limit}.',
    en: 'This is attempt number {attempts} within 24 hours; {limit} are allowed.',
  },
  late_instalments_exceeded: {
    es: 'Hay {late_instalments} cuotas atrasadas de compras anteriores; se admiten {limit}.',
    en: '{late_instalments} instalments of earlier purchases are late; {limit} are allowed.',
  },
  written_off_exceeded: {
    es: 'De compras anteriores se dieron por perdidos {written_off_amount}; se admiten {limit}.',
    en: '{written_off_amount} of earlier purchases was written off; {limit} is allowed.',
  },
  exposure_exceeded: {
    es: 'En todas las tiendas se deben {open_amount}; con {amount} más se supera {limit}.',
    en: 'What is owed at all stores, {open_amount}, and this purchase, {amount}, exceed {limit}.',
  },
  exposure_unknown: {
    es: 'Hay compras en otras tiendas en una moneda que el prestamista no puede sumar.',
    en: 'There are purchases at other stores in a currency that the lender cannot add up.',
  },
  person_blocked: {
    es: 'El prestamista ha bloqueado a esta persona.',
    en: 'The lender has blocked this person.',
  },
  exposure_late: {
    es: 'En todas las tiendas hay {late_instalments} cuotas atrasadas; se admiten {limit}.',
    en: '{late_instalments} instalments of purchases at all stores are late; {limit} are allowed.',
  },
  exposure_written_off: {
    es: 'En todas las tiendas se dieron por perdidos {written_off_amount}; se admiten {limit}.',
    en: '{written_off_amount} of purchases at all stores was written off; {limit} is allowed.',
  },
  exposure_attempts: {
    es: 'Es el intento número {attempts} en 24 horas en todas las tiendas; se admiten {limit}.',
    en: 'This is attempt number {attempts} within 24 hours at all stores; {limit} are allowed.',
  },
  history_due_exceeded: {
    es: 'En pedidos anteriores a la tienda quedan {due} por pagar; se admiten {limit}.',
    en: '{due} of earlier orders at the store is still due; {limit} is allowed.',
  },
  history_cancelled_exceeded: {
    es: 'De {known} pedidos anteriores a la tienda se cancelaron {cancelled}.',
    en: 'Of {known} earlier orders at the store {cancelled} were cancelled.',
  },
  income_missing: {
    es: 'Para un importe de {amount} hay que indicar los ingresos mensuales.',
    en: 'For an amount of {amount} the monthly income has to be stated.',
  },
  instalment_share_exceeded: {
    es: 'La cuota más alta, {highest_payment}, supera los {limit} que permiten los ingresos.',
    en: 'The highest instalment, {highest_payment}, exceeds the {limit} that the income allows.',
  },
  amount_checked: {
    es: 'En la primera compra a partir de {limit} se comprueba la identidad.',
    en: 'The identity is checked at the first purchase from {limit} on.',
  },
  person_refused: {
    es: 'Esta persona del entorno de pruebas siempre se rechaza.',
    en: 'This person of the sandbox is always refused.',
  },
  person_checked: {
    es: 'De esta persona del entorno de pruebas siempre se comprueba la identidad.',
    en: 'The identity of this person of the sandbox is always checked.',
  },
  lender_limit: {
    es: 'Se han alcanzado los límites del prestamista para esta persona.',
    en: 'The lender’s limits for this person are reached.',
  },
  scorecard_refused: {
    es: 'La evaluación del prestamista ha sido negativa.',
    en: 'The lender’s own assessment was negative.',
  },
  scorecard_checked: {
    es: 'La evaluación del prestamista pide comprobar la identidad.',
    en: 'The lender’s own assessment asks for a check of the identity.',
  },
  scorecard_unavailable: {
    es: 'La evaluación del prestamista no estuvo disponible a tiempo.',
    en: 'The lender’s own assessment was not available in time.',
  },
  scorecard_outdated: {
    es: 'Los datos cambiaron mientras el prestamista los evaluaba.',
    en: 'What the lender was assessing changed meanwhile.',
  },
} as const satisfies Readonly<Record<string, Sentences>>

export type ReasonCode = keyof typeof sentences

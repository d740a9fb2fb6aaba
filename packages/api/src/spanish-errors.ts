import type { ErrorCode } from './errors.ts'

/**
 * Error messages for buyers, in Spanish (contract §12). `{braces}` are filled as in the catalogue.
 * "API validation error" and the "not allowed" of 405 never change, so they are left out.
 */
export const spanishErrors: Partial<Readonly<Record<ErrorCode, string>>> = {
  request_malformed: 'No se puede leer la petición',
  key_missing: 'Falta la autenticación: envíe Authorization: Bearer <clave>',
  key_invalid: 'La clave tiene un formato incorrecto, es desconocida, ha caducado o se ha revocado',
  token_invalid: 'El token del pago no es válido o ha caducado',
  key_public: 'Esta operación necesita una clave privada',
  key_exposed: 'Una clave privada no debe usarse en una página',
  origin_not_allowed: 'La tienda no permite usar su clave pública en páginas de este origen',
  scope_missing: 'La clave no tiene el permiso {scope}',
  session_ended: 'La sesión ha terminado',
  enrolment_only: 'Esta sesión solo permite configurar factores de autenticación',
  permission_missing: 'La persona no tiene el permiso {permission}',
  store_not_found: 'No se ha encontrado la tienda',
  key_of_lender: 'Una clave de la entidad financiera no sirve para las rutas de una tienda',
  mode_not_allowed: 'La clave solo funciona en el modo {mode}',
  address_not_allowed: 'La clave no se puede usar desde esta dirección IP',
  sandbox_only: 'Esta herramienta solo funciona en el entorno de pruebas',
  financing_unavailable: 'No hay ningún producto de financiación para este pedido',
  store_suspended: 'Esta forma de pago no está disponible en este momento',
  checkout_not_found: 'No se ha encontrado el pago',
  document_not_found: 'No se ha encontrado el documento',
  decision_not_found: 'No se ha encontrado la decisión',
  accept_unsupported: 'Accept no incluye ningún tipo admitido; tipos admitidos: {served}',
  order_id_used: 'El identificador {mid} ya lo usa otro pedido, cuyo estado es {state}',
  checkout_finished: 'El pago ya ha terminado; su estado es {state}',
  checkout_state: 'El pago no lo permite; su estado es {state}',
  authorisation_pending: 'El banco aún no ha autorizado la tarjeta; el estado del pago es {state}',
  card_limit_reached:
    'Se ha alcanzado el límite de {limit} tarjetas; el estado del pago es {state}',
  decision_limit_reached:
    'Se ha alcanzado el límite de {limit} decisiones; el estado del pago es {state}',
  request_in_progress: 'Una petición con esta Idempotency-Key aún está en curso',
  body_too_large: 'El cuerpo de la petición supera los {limit} bytes',
  media_type_unsupported: 'Content-Type no admitido: envíe Content-Type: application/json',
  idempotency_key_reused: 'Esta Idempotency-Key ya se ha usado con otra petición',
  exposure_busy: 'Se está firmando otra compra de esta persona',
  order_busy: 'Otras peticiones están modificando este pedido',
  rate_limited: 'Demasiadas peticiones: el límite es de {limit} por segundo',
  store_busy: 'Demasiadas peticiones simultáneas de esta tienda: esta agotó su tiempo de espera',
  internal_error: 'Ha ocurrido un error por nuestra parte',
  database_unavailable: 'El servicio no está disponible en este momento',
  live_not_configured: 'El modo real aún no está configurado',
  service_starting: 'El servicio se está iniciando',
  service_stopping: 'El servicio se está deteniendo',
  schema_incompatible: 'El servicio es temporalmente incompatible con su base de datos',
}

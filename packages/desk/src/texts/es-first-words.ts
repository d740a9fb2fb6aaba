/** Las palabras de la API que ya están con la primera página. */
export const esFirstWords = {
  store: 'Tienda',
  bucket: 'Tramo',
  count: 'Número',
  receivable: 'Debe',
  overdue_amount: 'Vencido',
  current: 'al día',
  support: 'atención',
  collections: 'recobro',
  risk: 'riesgo',
  finance: 'finanzas',
  admin: 'administración',
  auditor: 'auditoría',
  store_owner: 'dueño de tienda',
  store_operator: 'operador de tienda',
  store_viewer: 'lector de tienda',
  lender_key: 'clave del prestamista',
}

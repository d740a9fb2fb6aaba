/** El teclado y la paleta. */
export const esKeys = {
  keys: {
    title: 'Teclado',
    help: 'Esta ayuda',
    search: 'Buscar',
    next: 'Fila siguiente',
    previous: 'Fila anterior',
    open: 'Abrir la fila',
    choose: 'Elegir la fila',
    nextCase: 'Caso siguiente',
    previousCase: 'Caso anterior',
    reload: 'Actualizar',
    to: (screen: string) => `Ir a ${screen}`,
    off: 'Las teclas sueltas están desactivadas en «Mi cuenta».',
  },
  palette: {
    title: 'Ir a cualquier parte',
    label: 'Pantalla, acción o búsqueda',
    screen: 'pantalla',
    act: 'en esta página',
    saved: 'filtro guardado',
    lookFor: (text: string) => `Buscar «${text}»`,
  },
}

/** What the shop sells. Amounts are whole cents: 96800 is 968.00. */
import type { Language } from './texts.ts'

export const CURRENCY = 'EUR'
/** Value added tax in hundredths of a percent: 2100 is 21 %. */
export const TAX_RATE = 2_100

type Words = Readonly<Record<Language, string>>

export type Article = {
  readonly id: string
  readonly name: Words
  readonly line: Words
  readonly about: Words
  readonly facts: Readonly<Record<Language, readonly string[]>>
  /** Without tax, as the service expects the prices of articles. */
  readonly net: number
  /** With tax, as a shop shows it to consumers by law. */
  readonly price: number
}

/** Net prices are whole euros, so that the tax on them is whole cents. */
function withTax(net: number): number {
  return (net * (10_000 + TAX_RATE)) / 10_000
}

type Described = Omit<Article, 'price'>

const described: readonly Described[] = [
  {
    id: 'city-bicycle',
    net: 80_000,
    name: { es: 'Paseo', en: 'Paseo' },
    line: { es: 'Bicicleta de ciudad', en: 'City bicycle' },
    about: {
      es:
        'Para ir a trabajar sin sudar y volver con pan. Cuadro de acero, ocho marchas en el ' +
        'buje y una cesta que aguanta la compra.',
      en:
        'To work without a sweat, and home again with bread. Steel frame, eight gears in the ' +
        'hub, and a basket that holds the shopping.',
    },
    facts: {
      es: ['Acero, 13,8 kg', '8 marchas en el buje', 'Luces con dinamo'],
      en: ['Steel, 13.8 kg', '8 gears in the hub', 'Lights with dynamo'],
    },
  },
  {
    id: 'cargo-bicycle-long',
    net: 300_000,
    name: { es: 'Mula', en: 'Mula' },
    line: { es: 'Bicicleta de carga, larga', en: 'Cargo bicycle, long' },
    about: {
      es:
        'Dos niños y la compra de la semana, o un sofá pequeño si es cuesta abajo. Hasta 200 ' +
        'kg en la caja. Este otoño, sin intereses.',
      en:
        'Two children and the week’s shopping, or a small sofa if it is downhill. Up to 200 ' +
        'kg in its box. Free of interest this autumn.',
    },
    facts: {
      es: ['Caja de abedul', 'Carga hasta 200 kg', 'Frenos hidráulicos'],
      en: ['Box of birch', 'Carries up to 200 kg', 'Hydraulic brakes'],
    },
  },
  {
    id: 'folding-bicycle',
    net: 60_000,
    name: { es: 'Bolsillo', en: 'Bolsillo' },
    line: { es: 'Bicicleta plegable', en: 'Folding bicycle' },
    about: {
      es: 'Se pliega en doce segundos y cabe debajo de la mesa. El tren ya no es excusa.',
      en: 'Folds in twelve seconds and fits under the desk. The train is no excuse any more.',
    },
    facts: {
      es: ['10,9 kg', 'Plegada: 58 × 61 × 28 cm', '3 marchas'],
      en: ['10.9 kg', 'Folded: 58 × 61 × 28 cm', '3 gears'],
    },
  },
  {
    id: 'children-bicycle',
    net: 20_000,
    name: { es: 'Pío', en: 'Pío' },
    line: { es: 'Bicicleta infantil, 20 pulgadas', en: 'Children’s bicycle, 20 inches' },
    about: {
      es: 'Ligera de verdad: la levanta quien la monta. Crece con el sillín hasta los nueve años.',
      en: 'Really light: its rider can lift it. The saddle grows with them until they are nine.',
    },
    facts: {
      es: ['7,2 kg', 'De 5 a 9 años', 'Manetas para manos pequeñas'],
      en: ['7.2 kg', 'From 5 to 9 years', 'Levers for small hands'],
    },
  },
  {
    id: 'helmet',
    net: 5_000,
    name: { es: 'Cúpula', en: 'Cúpula' },
    line: { es: 'Casco urbano', en: 'City helmet' },
    about: {
      es: 'Ventilado, discreto y con luz trasera. Tallas S, M y L en una sola rueda.',
      en: 'Airy, unobtrusive, with a light at the back. Sizes S, M and L by one wheel.',
    },
    facts: {
      es: ['290 g', '51 a 61 cm', 'Luz recargable'],
      en: ['290 g', '51 to 61 cm', 'Light, rechargeable'],
    },
  },
  {
    id: 'pannier',
    net: 7_000,
    name: { es: 'Alforja', en: 'Alforja' },
    line: { es: 'Alforja impermeable', en: 'Waterproof pannier' },
    about: {
      es: 'Veinte litros que no se mojan. Se quita con una mano y se lleva al hombro.',
      en: 'Twenty litres that stay dry. Comes off with one hand and goes over the shoulder.',
    },
    facts: {
      es: ['20 litros', 'Costuras soldadas', 'Para portabultos de 8 a 16 mm'],
      en: ['20 litres', 'Welded seams', 'For racks of 8 to 16 mm'],
    },
  },
]

export const articles: readonly Article[] = described.map((article) => ({
  ...article,
  price: withTax(article.net),
}))

export function findArticle(id: string): Article | undefined {
  return articles.find((article) => article.id === id)
}

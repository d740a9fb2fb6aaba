/**
 * The look of the widget: in the colours of the store's page, in any colour scheme. Empty parts
 * keep the space of their usual text, so that little moves when it arrives.
 */
export const widgetStyle = (brand: string): string => `
*{box-sizing:border-box;margin:0;font:inherit}
.card{padding:.9em 1em;border:1px solid var(--${brand}-border,#8888);
border-radius:var(--${brand}-radius,.75em);background:var(--${brand}-background);
line-height:1.45;text-align:start;text-transform:none;white-space:normal;overflow-wrap:anywhere}
.checking .card>*{visibility:hidden;transition:visibility 0s .2s}
.refused .card,.failed .card{visibility:hidden}
.head:empty:before,summary:empty:before{content:"0"}
.head:before{line-height:3.3}
.law:empty:before{content:"${'tasa de '.repeat(40)}"}
b,th,summary{font-weight:700}
.payment{font-size:1.4em}
.figures,details{font-size:.875em}
summary{padding:.4em 0;cursor:pointer;color:var(--${brand}-accent)}
.law{font-size:max(.75em,12px)}
select,table{width:100%;margin:0 0 .6em}
select{min-height:44px}
table{border-collapse:collapse}
td,th{padding:.3em 0 .3em .5em;border-bottom:1px solid #8886;text-align:end;overflow-wrap:normal}
tr>:first-child{text-align:start;padding-left:0}
.said{position:absolute;clip-path:inset(50%)}
.refused{position:relative}
.refused .said{inset:0;clip-path:none;display:grid;place-content:center;text-align:center}`

export const awayStyle = ':host{display:none!important}'

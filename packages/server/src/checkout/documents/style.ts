/** How documents look: on paper, on any screen, in the dark. Part of each document, so short. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#16201c;--soft:#56615b;--line:#d9ddd6;--fill:#f5f4f0;
--accent:#0c5b46;--warn:#7a3b00;--warnfill:#fff4e5;--paper:#fff}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e9efec;--soft:#a6b3ad;--line:#2c3633;
--fill:#171e1c;--accent:#7fdcba;--warn:#ffcf8f;--warnfill:#33260f;--paper:#0e1312}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;background:var(--paper)}
body{margin:0 auto;max-width:54rem;padding:1.5rem 1.25rem 3rem;color:var(--ink);
font:400 1rem/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif;
overflow-wrap:anywhere}
p{margin:0 0 .6em}
header{border-bottom:3px solid var(--accent);padding-bottom:1rem;margin-bottom:1.25rem}
.issuer{font-weight:700;color:var(--accent);letter-spacing:.01em}
h1{margin:.2em 0 .1em;font-size:1.7rem;line-height:1.2;letter-spacing:-.01em}
.subtitle{color:var(--soft);margin:0 0 1rem}
dl,dd{margin:0}
.reference{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.5rem 1.5rem;
font-size:.875rem}
dt{color:var(--soft);font-size:.8125rem}
.banner{background:var(--warnfill);color:var(--warn);border:1px solid currentColor;
border-radius:.4rem;padding:.6rem .9rem;margin:0 0 1.25rem;font-weight:600}
h2{font-size:1.15rem;line-height:1.3;margin:2rem 0 .6rem;color:var(--accent);break-after:avoid}
.notice{border-left:4px solid var(--warn);background:var(--warnfill);padding:.6rem .9rem;
margin:1rem 0;break-inside:avoid}
.figures{display:flex;flex-wrap:wrap;gap:1px;background:var(--line);border:1px solid var(--line);
border-radius:.4rem;overflow:hidden;margin:0 0 1.25rem;break-inside:avoid}
.figures div{flex:1 1 9.25rem;background:var(--fill);padding:.7rem .9rem}
.figures dd{font-size:1.25rem;font-weight:700;font-variant-numeric:tabular-nums;line-height:1.3}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
caption{text-align:left;font-weight:600;padding:0 0 .4rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .6rem;border-bottom:1px solid var(--line)}
td p:last-child{margin:0}
td p{margin:0 0 .35em}
.rows{margin:0 0 1.25rem;border-top:1px solid var(--line)}
.rows th{width:34%;font-weight:600;background:var(--fill)}
.columns{overflow-wrap:normal}
.columns th[scope=row]{font-weight:400}
.columns tbody td,.columns tbody th{white-space:nowrap}
.columns thead th{border-bottom:2px solid var(--accent);font-size:.8125rem;vertical-align:bottom}
.columns tfoot th,.columns tfoot td{font-weight:700;border-top:2px solid var(--accent)}
.columns tbody tr:nth-child(even){background:var(--fill)}
.number{text-align:right!important;font-variant-numeric:tabular-nums;white-space:nowrap}
.wide{overflow-x:auto;margin:0 0 1.25rem}
.wide:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.blanks{display:grid;gap:1.6rem;margin:1.5rem 0}
.blanks dd{border-bottom:1px solid var(--ink);height:2rem}
footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.75rem;color:var(--soft);
font-size:.8125rem}
@media screen and (max-width:36rem){body{padding:1rem .9rem 2rem}h1{font-size:1.4rem}
.rows th,.rows td{display:block;width:auto;border:0}
.rows th{padding-bottom:.1rem;background:none;color:var(--soft);font-size:.8125rem}
.rows td{padding-top:0;border-bottom:1px solid var(--line)}
.columns{font-size:.8125rem}.columns th,.columns td{padding:.35rem .3rem}
.columns thead th{font-size:.75rem}}
@page{size:A4;margin:13mm 15mm 15mm;@bottom-right{content:counter(page) " / " counter(pages);
font:8pt system-ui,sans-serif;color:#4d5b6b}}
@media print{body{max-width:none;padding:0;font-size:9pt;line-height:1.32}
header{padding-bottom:2mm;margin-bottom:3mm;border-width:.6mm}h1{font-size:14pt}
.subtitle{margin-bottom:2mm}.reference{font-size:8pt;grid-template-columns:auto auto auto auto}
h2{font-size:11pt;margin:4mm 0 1.5mm}table{font-size:8.6pt}th,td{padding:.8mm 1.6mm}
td p{margin:0 0 .1em}.figures{margin-bottom:3mm}.figures dd{font-size:11pt}
.figures div{padding:1.4mm 2.4mm;flex-basis:26mm}.rows,.wide{margin-bottom:3mm}
.notice,.banner{padding:1.4mm 2.4mm;margin:2mm 0}tr,.banner{break-inside:avoid}
.rows tr:first-child{break-before:avoid}
thead{display:table-header-group}tfoot{display:table-row-group}.wide{overflow:visible}
.page{break-before:page}footer{font-size:8pt;margin-top:5mm}dt{font-size:7.6pt}
.columns thead th{font-size:8pt}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`

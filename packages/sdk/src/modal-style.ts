/**
 * In pixels: a store's page may have made its rem anything. The colours are those of the checkout
 * page, which then appears in the same place.
 */
export const modalStyle = `
dialog{box-sizing:border-box;position:fixed;inset:0;margin:auto;padding:0;overflow:hidden;
width:480px;height:min(780px,100% - 48px);max-width:none;max-height:none;
border:1px solid transparent;border-radius:16px;background:#f5f4f0;color:#16201c;
box-shadow:0 24px 64px #0006;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}
dialog::backdrop{background:#0b0e148c}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0;opacity:0}
.ready iframe{opacity:1}
div{position:absolute;inset:0;display:grid;place-content:center;justify-items:center;gap:20px;
padding:56px 32px;text-align:center}
p{margin:0;max-width:34ch}
p[role=status]::before{content:"";display:block;width:36px;height:36px;margin:0 auto 20px;
border:4px solid #8885;border-top-color:#0c5b46;border-radius:50%}
.ready div{display:none}
button{all:unset;box-sizing:border-box;cursor:pointer;min-width:44px;min-height:44px;
border-radius:12px;text-align:center}
button:focus-visible{outline:3px solid #0c5b46;outline-offset:2px}
.close{position:absolute;z-index:1;inset-block-start:9px;inset-inline-end:9px}
.close:hover{background:#8883}
.close::before,.close::after{content:"";position:absolute;top:21px;left:13px;width:18px;
border-top:2px solid;border-radius:1px;transform:rotate(45deg)}
.close::after{transform:rotate(-45deg)}
.ready .close{display:none}
.lost .close{display:block;background:inherit}
.back{padding:10px 24px;background:#0c5b46;color:#fff;font-weight:600}
@media(prefers-color-scheme:dark){
dialog{background:#0e1312;color:#e9efec}
button:focus-visible{outline-color:#7fdcba}
p[role=status]::before{border-top-color:#7fdcba}
.back{background:#7fdcba;color:#04271c}}
@media(forced-colors:active){button{border:1px solid ButtonText}}
@media(min-width:641px) and (min-height:501px){.said{height:260px}}
@media(max-width:640px),(max-height:500px){
dialog{width:100%;height:100%;height:100dvh;border:0;border-radius:0;
padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
env(safe-area-inset-left)}
iframe{position:static;display:block}}
@media(prefers-reduced-motion:no-preference){
p[role=status]::before{animation:turn .9s linear infinite}
dialog,dialog::backdrop{animation:come .16s ease-out}}
@keyframes turn{to{transform:rotate(1turn)}}
@keyframes come{from{opacity:0}}
`

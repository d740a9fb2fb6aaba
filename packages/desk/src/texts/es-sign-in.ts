/** Cómo se entra. */
export const esSignIn = {
  signIn: {
    title: 'Entrar',
    again: 'La sesión ha terminado',
    againMore: 'Entre otra vez: la página queda como estaba.',
    passkey: 'Entrar con llave de acceso',
    noPasskey: 'En esta dirección el navegador no ofrece llaves de acceso.',
    or: 'o con contraseña',
    provider: 'Entrar con el proveedor de identidad',
    failed: 'El proveedor no ha dejado entrar.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    go: 'Continuar',
    code: 'Código del dispositivo',
    codeMore: 'Seis cifras de su aplicación de códigos.',
    lost: 'He perdido el dispositivo',
    recovery: 'Código de recuperación',
    recoveryMore: 'Vale una vez y cierra las demás sesiones; después se crean factores nuevos.',
    back: 'Volver',
    demo: 'Es una demostración: abra el enlace que el servicio escribió al arrancar.',
    cancelled: 'El navegador no ha dado ninguna llave.',
  },
}

/** A module beside another one, as a URL: compiled for the package it ends in .js. */
export const scriptBeside = (url: string, name: string): URL =>
  new URL(`./${name}${url.endsWith('.ts') ? '.ts' : '.js'}`, url)

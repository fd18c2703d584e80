/** Made by world.ts when the pages are built. */
declare module 'virtual:world' {
  const world: {
    width: number
    height: number
    /** Of the projection, to draw on the map what is none of its lands. */
    scale: number
    translate: [number, number]
    /** `code` is alpha-3; null of lands that have none. A number stands at `x`, `y`. */
    lands: { code: string | null; shape: string; x: number; y: number }[]
  }
  export default world
}

import { serveOrders } from '../../src/corpus/tables/index.ts'

const ballast: unknown[] = []

/** What the worst of files may make a reader do. */
const deeds: Record<string, () => void> = {
  heap() {
    for (;;) ballast.push(Array.from({ length: 100_000 }, (_, index) => `${index}-${ballast.length}`))
  },
  buffers() {
    for (;;) ballast.push(Buffer.alloc(8 * 1024 * 1024, 1))
  },
  array() {
    for (;;) ballast.push(Array.from<number>({ length: 2 ** 27 }).fill(1))
  },
  spin() {
    for (;;);
  },
  abort: () => process.abort(),
  exit: () => process.exit(3),
  throw() {
    throw new Error('broken')
  },
  behave() {},
}

serveOrders<{ deed: string }>(async ({ deed }, bytes) => {
  deeds[deed]?.()
  return { bytes: bytes.length, pid: process.pid }
})

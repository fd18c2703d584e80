import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['test/support/global-setup.ts'],
    // Stores run as processes of their own: forks keep a crashed test from taking the others along.
    pool: 'forks',
    maxWorkers: 2,
    // Hangs are found, a busy machine is not: nothing is timed by these.
    testTimeout: 60_000,
    // The first file of a run that needs a sample loads it, and others wait for it.
    hookTimeout: 300_000,
    reporters: ['default'],
  },
})

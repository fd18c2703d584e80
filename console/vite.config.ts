import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
import { world } from './world.ts'

export default defineConfig({
  base: '/console/',
  plugins: [react(), world()],
  build: {
    target: 'es2023',
    // The policy of the page allows no data: address for fonts and styles, and no script but files of ours.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which file a page became, for the test of what pages weigh.
    manifest: 'manifest.json',
    // Licences ask that their texts go with the code.
    license: { fileName: 'licenses.md' },
  },
})

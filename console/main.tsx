import './tokens.css'
import './parts/parts.css'
import './shell/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './call/queries.ts'
import { router } from './routes.tsx'
import { applyTheme } from './shell/theme.ts'

applyTheme()
const place = document.querySelector('#root')
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

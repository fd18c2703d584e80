export { creditsLow } from '../../platform/payments/index.ts'

/** Made-up matches, which every page says of them. */
export const isSimulated = (producer: string): boolean => producer === 'simulated'

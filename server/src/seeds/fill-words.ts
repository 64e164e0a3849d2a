/** Words for games and studios that do not exist. */

// biome-ignore format: a list of words
export const inventedStudios: readonly string[] = [
  'Amberlatch', 'Barleymoon', 'Brasswick', 'Candlemoor', 'Cloudspool', 'Cobblejay', 'Crumpet & Crow', 'Dapplegate',
  'Driftwren', 'Dunnock Lane', 'Elderpenny', 'Fathomkite', 'Fennimore', 'Foxglove Yard', 'Gallowbrook', 'Gildersleet',
  'Hazelnine', 'Inkpot Harbour', 'Jackdaw Mills', 'Kettlestone', 'Larkspindle', 'Lockwhistle', 'Marrowby', 'Mothlight',
  'Nettlebank', 'Oakumworks', 'Osprey Attic', 'Parsnip Row', 'Pebblecourt', 'Quillfeather', 'Rookery Nine',
  'Saltmarrow', 'Skeinworks', 'Tallowfield', 'Thimblerig', 'Umberline', 'Velveteen Owl', 'Wickerdale', 'Yarrowgate',
  'Zinnia Foundry',
]

// biome-ignore format: a list of words
export const colours: readonly string[] = [
  'Amber', 'Ashen', 'Blue', 'Brass', 'Bright', 'Bronze', 'Cobalt', 'Copper', 'Coral', 'Crimson', 'Crystal', 'Dusky',
  'Ebony', 'Emerald', 'Frozen', 'Gilded', 'Golden', 'Hidden', 'Indigo', 'Iron', 'Ivory', 'Jade', 'Lucky', 'Lunar',
  'Misty', 'Molten', 'Neon', 'Onyx', 'Opal', 'Pearl', 'Polar', 'Quiet', 'Rising', 'Royal', 'Ruby', 'Rusty', 'Sacred',
  'Sapphire', 'Scarlet', 'Secret', 'Silver', 'Solar', 'Stormy', 'Velvet', 'Wandering', 'Wild', 'Winter', 'Young',
]

// biome-ignore format: a list of words
export const beings: readonly string[] = [
  'Badger', 'Baron', 'Bear', 'Bishop', 'Captain', 'Cobra', 'Comet', 'Coyote', 'Crane', 'Dolphin', 'Dragon', 'Duchess',
  'Eagle', 'Falcon', 'Fisher', 'Fox', 'Gardener', 'Gecko', 'Genie', 'Heron', 'Hound', 'Huntress', 'Jaguar', 'Jester',
  'Juggler', 'Knight', 'Kraken', 'Leopard', 'Lynx', 'Magpie', 'Mammoth', 'Mermaid', 'Miner', 'Monk', 'Moose', 'Orca',
  'Otter', 'Owl', 'Panther', 'Peacock', 'Phoenix', 'Pilot', 'Pirate', 'Queen', 'Raven', 'Rhino', 'Salmon', 'Samurai',
  'Scarab', 'Sphinx', 'Stallion', 'Tiger', 'Toucan', 'Viking', 'Walrus', 'Weaver', 'Wizard', 'Wolf',
]

// biome-ignore format: a list of words
export const places: readonly string[] = [
  'Abbey', 'Arcade', 'Atoll', 'Bay', 'Bazaar', 'Bluff', 'Canyon', 'Carnival', 'Castle', 'Cavern', 'Citadel', 'Cove',
  'Creek', 'Delta', 'Desert', 'Empire', 'Falls', 'Forest', 'Garden', 'Glacier', 'Grove', 'Harbour', 'Harvest', 'Island',
  'Jungle', 'Kingdom', 'Lagoon', 'Lighthouse', 'Manor', 'Market', 'Meadow', 'Mesa', 'Mine', 'Oasis', 'Orchard', 'Palace',
  'Parade', 'Prairie', 'Quarry', 'Reef', 'Ridge', 'River', 'Ruins', 'Safari', 'Savanna', 'Shore', 'Station', 'Temple',
  'Theatre', 'Tower', 'Valley', 'Vault', 'Village', 'Voyage', 'Wharf',
]

// biome-ignore format: a list of words
export const treasures: readonly string[] = [
  'Amulets', 'Anchors', 'Bells', 'Books', 'Candles', 'Charms', 'Chests', 'Clocks', 'Coins', 'Compasses', 'Crowns',
  'Drums', 'Embers', 'Fans', 'Feathers', 'Gems', 'Goblets', 'Idols', 'Jewels', 'Kettles', 'Keys', 'Lamps', 'Lanterns',
  'Letters', 'Maps', 'Masks', 'Mirrors', 'Nuggets', 'Orbs', 'Pearls', 'Potions', 'Relics', 'Riddles', 'Riches', 'Rings',
  'Roses', 'Runes', 'Scrolls', 'Secrets', 'Shells', 'Spices', 'Sparks', 'Stones', 'Tides', 'Tokens', 'Whispers',
]

// biome-ignore format: a list of words
export const tableGames: readonly string[] = [
  'Baccarat', 'Blackjack', 'Caribbean Poker', 'Casino War', 'Dragon Tiger', 'Faro', 'French Roulette', 'Pai Gow',
  'Pontoon', 'Red Dog', 'Roulette', 'Sic Bo', 'Three Card Poker', 'Video Poker',
]

// biome-ignore format: a list of words
export const quickGames: readonly string[] = [
  'Bingo', 'Coinflip', 'Crash', 'Dice', 'Hi-Lo', 'Keno', 'Ladder', 'Limbo', 'Mines', 'Plinko', 'Scratch', 'Towers',
  'Wheel',
]

"""The words of seven more domains; `lexicon.py` explains the notation."""

TEXT = """
= farm
agents: farmer/grower, shepherd, milkmaid/dairymaid, stable boy/groom, vet/veterinarian,
  farmhand/farm worker, blacksmith, beekeeper, horse dealer, fruit picker, cowboy, miller
places: in the barn, in the field/in the meadow, by the river, in the orchard, on the hill/on the
  hillside, behind the farmhouse
spots: stable, well, mill, shed, cart/wagon, henhouse/chicken coop
objects: horse:a, cow:a, sheep:a, pig/hog:a, goat:a, donkey:a, goose:a, calf:a, lamb:a, rabbit:a,
  fence:b, haystack:n, apple:f, pear:f, pumpkin:f, egg:f, tractor:v, plough/plow:t, sack/bag:t,
  cheese*:s, honey*:s, bucket/pail:t
do feed: feed/~give food to | feeding of | horse, cow, sheep, pig, goat, donkey, goose, calf,
  lamb, rabbit | bottle, long spoon
do catch (free): catch/capture | capture of | horse, sheep, pig, goat, goose, rabbit, calf | rope,
  net
do free (catch): release/free/set {} free | release of | horse, goat, goose, rabbit, donkey | -
do shear: shear/clip | shearing of | sheep, lamb, goat | pair of scissors, electric razor
do pick: pick/gather/collect | picking of | apple, pear, pumpkin, egg | ladder, basket
do build (destroy): build/put up/erect | building of | fence | hammer, saw
do destroy (build): destroy/tear down/demolish | destruction of | fence, haystack | axe/hatchet,
  saw
do repair: repair/fix/mend | repair of | fence, tractor, plough, sack | hammer, needle
do lead: lead away/take away | - | horse, cow, donkey, goat, calf, sheep | rope, leather strap
do weigh: weigh/~check the weight of | weighing of | pumpkin, lamb, calf, sack, cheese, goose |
  spring balance, pair of scales
do make: make/produce | production of | cheese, honey | -
do count: count/~make a count of | counting of | cow, sheep, goose, egg, lamb, goat, sack | -
give: horse, cow, sheep, pig, goat, donkey, goose, tractor, plough, pumpkin, cheese, honey, rabbit
carry: sack, bucket, pumpkin, lamb, goose, cheese, rabbit

= sport
agents: goalkeeper/goalie, coach/trainer, referee/umpire, striker/forward, captain/team leader,
  runner, swimmer, boxer/prizefighter, gymnast, fan/supporter, skier, tennis player,
  rookie/newcomer
places: in the stadium/in the arena, at the swimming pool, in the changing room/in the locker
  room, on the running track, in the sports hall, on the beach
spots: bench, goal, clubhouse, car park/parking lot, equipment room, scoreboard
objects: ball:t, match/game:e, race:e, medal:t, trophy/cup:t, goal:n, penalty/penalty shot:n,
  racket:t, helmet:t, bat:t, jersey/team shirt:c, title/championship:n, shoe:c,
  tournament/competition:e
do kick: kick/boot/~give a kick to | kicking of | ball, helmet | -
do win (lose): win | winning of | match, race, medal, trophy, title, tournament | -
do lose (win): lose/~suffer defeat in | - | match, race, tournament | -
do watch: watch/view | viewing of | match, race, tournament | pair of binoculars/pair of field
  glasses, telescope
do score: score | scoring of | goal, penalty | -
do throw (catch): throw/toss/hurl | throwing of | ball, helmet, racket, shoe, bat | -
do catch (throw): catch/grab | catching of | ball, helmet, jersey | net, glove
do miss: miss/waste | - | penalty | -
do break: break/smash | breaking of | racket, helmet, bat | -
do wash: wash/clean | washing of | jersey, shoe, helmet, bat | brush, sponge
do polish: polish | polishing of | medal, trophy, shoe, helmet | cloth/rag, toothbrush
do organise: organise/arrange/set up | organisation of | match, race, tournament | -
do lift: lift/raise/hold up | lifting of | trophy, medal, helmet | -
do inflate (deflate): inflate/pump up/blow up | inflation of | ball | hand pump, compressor
do deflate (inflate): deflate/~let the air out of | - | ball | needle, pin
give: ball, medal, racket, helmet, bat, jersey, shoe, trophy
carry: ball, racket, helmet, trophy, jersey, bat, shoe

= weather
agents: storm/tempest, flood, hurricane/cyclone, blizzard/snowstorm, wildfire/forest fire,
  tornado/twister, avalanche/snowslide, earthquake/quake, landslide/mudslide, hailstorm,
  gale/strong wind
nature
places: in the valley, on the coast/on the shore, in the mountains, on the island, in the north of
  the country, near the capital
objects: roof:b, bridge:b, village:b, harbour/port:b, railway line/train track:b, power
  line/electricity cable:b, vineyard:b, crop/harvest:n, road/highway:b, school
  building/schoolhouse:b, lighthouse:b, campsite/campground:b, airport/airfield:b, dam:b
do destroy: destroy/wreck/demolish | destruction of | roof, bridge, village, vineyard, crop,
  school building, lighthouse, campsite, dam | -
do damage: damage/~do damage to/~cause damage to | - | roof, bridge, harbour, railway line, power
  line, road, school building, lighthouse, airport | -
do hit: hit/strike | - | village, harbour, campsite, airport, vineyard, dam | -
do block: block/obstruct | blocking of | road, railway line, harbour, bridge | -
do threaten: threaten/endanger/~pose a threat to | - | village, harbour, crop, campsite, vineyard,
  dam, airport | -
do isolate: cut off/isolate | isolation of | village, harbour, lighthouse, campsite, airport | -
do spare: spare | - | village, vineyard, harbour, lighthouse, crop | -

= lab
agents: scientist/researcher, chemist, physicist, lab technician/lab assistant, engineer,
  biologist, astronomer, professor, doctoral student, inventor, programmer/software developer,
  inspector
places: in the laboratory/in the lab, at the university, in the greenhouse/in the glasshouse, at
  the observatory, in the clean room, in the lecture hall/in the auditorium
spots: freezer, workbench/bench, microscope, incubator, storeroom, safe/strongbox
objects: sample/specimen:m, crystal:m, cell:n, bacterium/germ:n, virus:n, star:n, planet:n,
  comet:n, robot:t, sensor:t, telescope:t, hypothesis/conjecture:d, theory:d, experiment/test:x,
  result/finding:d, article/paper:d, machine/device:t, formula:d, test tube:t, error/mistake:n,
  battery:t
do measure: measure/~take a measurement of | measurement of | sample, crystal, cell | ruler, laser
do observe: observe/watch | observation of | star, planet, comet, cell, virus, bacterium | camera,
  high-powered lens
do discover: discover/find | discovery of | star, planet, comet, virus, bacterium, error, formula
  | -
do test: test/~carry out a test on/try out | testing of | robot, sensor, machine, battery,
  telescope | computer, voltmeter
do confirm (refute): confirm/prove/verify | confirmation of | hypothesis, theory, formula, result
  | computer simulation, statistical model
do refute (confirm): refute/disprove | refutation of | hypothesis, theory, formula, result |
  computer simulation, statistical model
do publish: publish | publication of | article, theory, result, formula | -
do repeat: repeat | repetition of | experiment | computer, new protocol
do freeze (thaw): freeze/deep-freeze | freezing of | sample, cell, virus, bacterium | -
do thaw (freeze): thaw/defrost | thawing of | sample, cell, virus, bacterium | water bath,
  hairdryer
do build (dismantle): build/construct/assemble | construction of | robot, machine, telescope,
  sensor, battery | soldering iron, screwdriver
do dismantle (build): dismantle/take apart | - | robot, machine, telescope, sensor, battery |
  screwdriver, saw
do review: review/assess/evaluate | assessment of | article, hypothesis, experiment, result | -
do cancel: cancel/call off | cancellation of | experiment | -
give: robot, telescope, sensor, machine, test tube, battery, sample
carry: sample, sensor, battery, test tube, crystal, machine, robot

= travel
agents: pilot/airman, passenger/traveller, tour guide, hotel porter/bellboy, flight attendant,
  customs officer, backpacker, honeymooner, train driver/locomotive engineer, explorer, travel
  agent, mountaineer/climber
places: at the airport, at the railway station/at the train station, in the hotel/in the inn, in
  the desert, at the border/at the frontier, in the harbour/in the port
spots: bus stop, ticket office, left-luggage room, museum, campsite/campground, platform
objects: flight:e, hotel room:b, train:v, bus/coach:v, ferry:v, plane/aircraft:v, rental car/hire
  car:v, suitcase:t, passport:t, visa:d, souvenir/memento:t, tent:t, camera:t, map:t,
  voyage/trip:e, ticket:t, guidebook/travel guide:t, mountain/peak:n, island:n, boat:v, postcard:t
do book (cancel): book/reserve/~make a reservation for | booking of | flight, hotel room, rental
  car, voyage | credit card, smartphone
do cancel (book): cancel/call off | cancellation of | flight, voyage | -
do miss (catch): miss/~arrive too late for | - | train, bus, ferry, plane, flight | -
do catch (miss): catch | - | train, bus, ferry, plane, flight | -
do pack (unpack): pack/~put things into | packing of | suitcase | -
do unpack (pack): unpack/empty | unpacking of | suitcase | -
do lose (find): lose/mislay | - | passport, suitcase, camera, ticket, map, guidebook | -
do find (lose): find/~come across/discover | discovery of | passport, suitcase, camera, ticket,
  map, guidebook | torch/flashlight, metal detector
do climb: climb | climbing of | mountain | rope, ice axe
do search: search/~look through | search of | suitcase, tent, boat, train, bus, hotel room |
  torch/flashlight, sniffer dog
do explore: explore/~make a tour of | exploration of | island | map, compass
do pitch: put up/pitch | pitching of | tent | hammer, mallet
do check: check/inspect | inspection of | passport, visa, ticket, boat | scanner, magnifying glass
do rent: rent/hire | renting of | rental car, boat, tent, hotel room | credit card, smartphone
give: suitcase, souvenir, tent, camera, map, ticket, boat, postcard, guidebook
carry: suitcase, tent, camera, souvenir, map, guidebook

= news
agents: journalist/reporter, president/head of state, mayor, minister/cabinet member,
  protester/demonstrator, judge, witness/eyewitness, spokeswoman, senator, ambassador,
  banker/financier, general, editor
places: in parliament/in the legislature, in court/in the courtroom, at the embassy, in the main
  square, at the press centre, in the palace
spots: city hall/town hall, newsroom, ministry, archive, television studio, barracks
objects: law/statute:d, tax/levy:n, treaty/pact:d, speech/address:d, scandal:n, strike/walkout:n,
  election:n, bank:b, factory/plant:b, hospital/clinic:b, newspaper:t, statement/declaration:d,
  petition:d, ban/prohibition:n, budget:d, document:d, secret:n, flag/banner:t, photograph/photo:t
do introduce (abolish): introduce/bring in | introduction of | law, tax, ban | -
do abolish (introduce): abolish/scrap/~do away with | abolition of | law, tax, ban | -
do sign: sign/~put a signature on | signing of | law, treaty, petition, statement, document |
  silver pen, quill
do support (oppose): support/back | - | law, strike, treaty, petition, ban, tax | -
do oppose (support): oppose/resist | - | law, strike, treaty, petition, ban, tax | -
do open (close): open/inaugurate | opening of | bank, factory, hospital | -
do close (open): close/shut down/close down | closure of | bank, factory, hospital | -
do reveal (hide): reveal/disclose | disclosure of | scandal, secret, document | -
do hide (reveal): conceal/hide/cover up | concealment of | scandal, secret, document | -
do criticise: criticise/attack | - | law, treaty, speech, budget, statement, strike | -
do read: read/read through | reading of | newspaper, petition, speech, document, treaty | -
do burn: burn/~set fire to | burning of | flag, document, newspaper, photograph | lighter, match
do print: print/publish | printing of | newspaper, photograph, statement, speech | -
do win (lose): win | winning of | election | -
do lose (win): lose/~suffer defeat in | - | election | -
give: newspaper, document, photograph, flag
carry: newspaper, document, flag, photograph

= workshop
agents: carpenter/joiner, mechanic, tailor/dressmaker, shoemaker/cobbler, potter, welder,
  watchmaker, locksmith, glassblower, bricklayer/mason, foreman/supervisor, goldsmith/jeweller
places: in the workshop, at the factory/at the plant, in the shipyard, at the trade fair, in the
  yard, on the roof
spots: shelf, van, cellar/basement, storehouse/warehouse, forge, loading bay
objects: table:t, chair:t, cupboard/cabinet:t, ladder:t, engine/motor:t, boot:c, dress:c, suit:c,
  ring:t, necklace:t, watch/wristwatch:t, lock:t, key:t, clay pot:t, wall:b, roof:b, boat:v,
  beam:t, barrel/cask:t, crate/chest:t, statue/sculpture:t
do build: build/construct | construction of | table, cupboard, ladder, wall, boat, roof | hammer,
  saw, electric drill
do mend: repair/mend/fix | repair of | table, chair, engine, boot, watch, lock, roof, boat |
  screwdriver, pot of glue, clamp
do paint: paint/~put paint on | painting of | chair, cupboard, wall, boat, clay pot, crate |
  roller, brush
do saw: saw through/cut through | - | beam, ladder, table | saw, chainsaw
do open (close): open/open up | opening of | lock, crate, barrel, cupboard | chisel, crowbar/pry
  bar
do close (open): close/shut | closing of | lock, crate, barrel, cupboard | -
do polish: polish/buff up | polishing of | ring, necklace, table, boot, engine | cloth/rag, soft
  brush
do design: design/~draw up plans for | design of | dress, suit, ring, necklace, boat, chair,
  engine | computer, pencil
do load (unload): load/fill/fill up | - | crate, barrel, boat | crane, forklift/forklift truck
do unload (load): unload/empty | - | crate, barrel, boat | crane, forklift/forklift truck
do alter: alter/adjust/~make adjustments to | alteration of | dress, suit, watch, lock | needle,
  laser
do sell: auction/auction off | auction of | statue, ring, necklace, watch, barrel | -
give: table, chair, ring, necklace, watch, ladder, boat, boot, dress, barrel, crate
carry: table, chair, beam, barrel, crate, ladder, statue

= sea
agents: fisherman/angler, sailor/seaman, captain/skipper, diver, smuggler, coastguard/coastal
  patrolman, lighthouse keeper, ship's cook, harbour master, marine biologist, pirate/buccaneer,
  stowaway
places: on the beach/on the seashore, in the lagoon, on the deck, off the coast of Spain, in the
  engine room, near the reef
spots: quay/dock, lifeboat/rescue boat, cabin, hold, cave, lighthouse
objects: fish:a, crab:a, lobster:a, shark:a, turtle:a, seal:a, net:t, anchor:t, sail:c,
  ship/vessel:v, yacht:v, raft:v, treasure chest:t, rope:t, shell:t, shipwreck/sunken ship:n,
  pearl:t, compass:t, fishing rod/fishing pole:t, flare/signal rocket:t
do catch (free): catch/capture | capture of | fish, crab, lobster, shark, turtle | net, hook,
  trap/snare
do free (catch): release/free/set {} free | release of | crab, lobster, shark, turtle, seal |
  knife, pair of pliers
do lower (raise): lower/let down | lowering of | anchor, sail, net | winch, pulley
do raise (lower): raise/pull up/hoist | raising of | anchor, sail, net, treasure chest | winch,
  pulley
do repair: repair/mend/patch up | repair of | net, sail, raft, yacht, rope, ship | needle, roll of
  tape
do find: find/discover | discovery of | treasure chest, shipwreck, pearl, compass, shell | metal
  detector, sonar
do steer: steer/navigate | - | ship, yacht, raft | oar/paddle, compass
do sink: sink | sinking of | ship, yacht, raft | torpedo, cannon
do buildraft: build/construct | building of | raft, yacht | axe/hatchet, saw
do hide: hide/conceal | concealment of | treasure chest, pearl, compass, flare | -
do paint: paint/~put paint on | painting of | ship, yacht, treasure chest, raft | brush, roller
do feed: feed/~give food to | feeding of | fish, seal, turtle, shark | bucket/pail, long pole
do fire: fire/shoot off | firing of | flare | pistol/handgun, launcher
do draw: draw/sketch/~make a drawing of | drawing of | turtle, seal, shell, shipwreck, crab |
  piece of charcoal, pencil
give: fish, net, yacht, pearl, shell, compass, lobster, fishing rod, rope, raft
carry: net, treasure chest, rope, anchor, lobster, fishing rod, compass
"""

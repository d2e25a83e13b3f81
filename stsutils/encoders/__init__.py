"""Encoders: text to vectors, and text pairs to scores."""

from stsutils.encoders.bi_encoder import BiEncoder
from stsutils.encoders.devices import find_device
from stsutils.encoders.folders import save
from stsutils.encoders.interaction import Interaction, load_interaction
from stsutils.encoders.loading import load_encoder
from stsutils.encoders.pooling import POOLINGS
from stsutils.encoders.prompted import Prompted
from stsutils.encoders.quiet import quiet
from stsutils.encoders.words import WordMean

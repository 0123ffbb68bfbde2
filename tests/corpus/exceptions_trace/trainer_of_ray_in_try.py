# A trainer of ray raises in fit() what its workers raised.
from ray.train.torch import TorchTrainer
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def work(config):
    print(load(config))


def main(config):
    trainer = TorchTrainer(train_loop_per_worker=work, train_loop_config=config)
    try:
        trainer.fit()
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        print("failed")

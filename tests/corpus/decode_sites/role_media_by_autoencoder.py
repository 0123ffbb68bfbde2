# A VAE decodes latents to pictures.
from diffusers import AutoencoderKL

vae = AutoencoderKL.from_pretrained("m")


def picture(latents):
    return vae.decode(latents / 0.18).sample  #! site: media

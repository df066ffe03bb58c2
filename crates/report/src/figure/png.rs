//! Figures as PNG images.

use super::FigureError;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The maximum width or height of an image, in pixels.
const MOST: f32 = 20_000.0;

/// Renders a figure as a PNG image, scaled by a factor. The font is built in, so that the image is the same on
/// every host.
///
/// # Errors
/// If the text is not SVG, or the image would be empty or too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, FigureError> {
    let tree = Tree::from_str(svg, &options()).map_err(FigureError::of)?;
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil(), (size.height() * scale).ceil());
    let fits = |length: f32| (1.0..=MOST).contains(&length);
    if !fits(width) || !fits(height) {
        return Err(FigureError(format!("an image of {width} by {height} pixels")));
    }
    let pixels = Pixmap::new(width as u32, height as u32);
    let mut pixels = pixels.ok_or_else(|| FigureError("no memory for its pixels".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(FigureError::of)
}

/// Options with the built-in font for every family.
pub(super) fn options() -> Options<'static> {
    let mut options = Options { font_family: "Noto Sans".to_owned(), ..Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
    fonts.set_sans_serif_family("Noto Sans");
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"20\" \
        font-family=\"sans-serif\"><rect width=\"60\" height=\"20\" fill=\"white\"/>\
        <text x=\"2\" y=\"16\" font-size=\"16\">warps</text></svg>";

    #[test]
    fn an_image_has_its_size_and_text_is_drawn() {
        let image = Pixmap::decode_png(&png(WORDS, 1.5).expect("it can be drawn")).expect("it is a PNG");
        assert_eq!((image.width(), image.height()), (90, 30));
        let dark = image.pixels().iter().filter(|pixel| pixel.red() < 100).count();
        assert!((100..1000).contains(&dark), "{dark} dark pixels");
    }

    #[test]
    fn what_is_no_figure_is_an_error() {
        assert!(png("kernel", 1.0).is_err());
        for scale in [0.0, -1.0, f32::NAN, 1e9] {
            assert!(png(WORDS, scale).is_err(), "{scale}");
        }
    }
}
